import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';

export interface DialogControl {
  readonly ref: RefObject<HTMLDialogElement | null>;
  show(): void;
  close(): void;
}

/** A native modal dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
export function useDialog(): DialogControl {
  const ref = useRef<HTMLDialogElement>(null);
  return { ref, show: () => ref.current?.showModal(), close: () => ref.current?.close() };
}
