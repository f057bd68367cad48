import { toast } from 'sonner';
import { traceOf } from './api.ts';

export const notifySuccess = (title: string, text?: string) => toast.success(title, { description: text });

/** Something the person should check or finish. Nothing has failed. */
export const notifyWarning = (title: string, text?: string) =>
  toast.warning(title, { description: text, duration: 10_000 });

/** A success that the person can undo while its toast is visible. */
export const notifyUndoable = (title: string, undo: () => void) =>
  toast.success(title, { duration: 10_000, action: { label: 'Desfazer', onClick: undo } });

export const dismissToasts = () => void toast.dismiss();

/** `hint` is the server's sentence, shown under `text` when the two differ. */
export function notifyFailure(title: string, text: string | undefined, cause: unknown, hint?: string) {
  console.error(title, text ?? '', traceOf(cause));
  toast.error(title, { description: text && <FailureText text={text} hint={hint} /> });
}

function FailureText({ text, hint }: { text: string; hint: string | undefined }) {
  return (
    <>
      <p>{text}</p>
      {hint && hint !== text && <p>{hint}</p>}
    </>
  );
}
