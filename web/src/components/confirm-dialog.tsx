import type { DialogControl } from './use-dialog.ts';

export interface ConfirmProps {
  readonly dialog: DialogControl;
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  onYes(): void;
}

export function ConfirmDialog({ dialog, title, text, yes, no, onYes }: ConfirmProps) {
  const confirm = () => {
    dialog.close();
    onYes();
  };
  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby="confirm-title" aria-describedby="confirm-text">
      <h2 id="confirm-title">{title}</h2>
      <p id="confirm-text">{text}</p>
      <div class="actions">
        <button type="button" class="button quiet" onClick={dialog.close}>
          {no}
        </button>
        <button type="button" class="button danger" onClick={confirm}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}
