import { Frame } from './frame.tsx';

/** Keeps the places of what is to come, so that nothing jumps. */
export function Loading({ title, text = '' }: { title: string; text?: string }) {
  return (
    <Frame
      busy={true}
      players={
        <>
          <div class="player skeleton" />
          <div class="player skeleton" />
        </>
      }
      board={<div class="board skeleton-board" />}
      side={
        <div class="status">
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
      }
    />
  );
}
