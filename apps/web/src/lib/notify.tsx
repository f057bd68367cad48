import { toast } from 'sonner';
import { traceOf } from './api.ts';

export const notifySuccess = (title: string, text?: string) => toast.success(title, { description: text });

/** Something to look at, though what was asked for is done. */
export const notifyWarning = (title: string) => toast.warning(title, { duration: 10_000 });

/** A success that can be taken back while its toast is on screen. */
export const notifyUndoable = (title: string, undo: () => void) =>
  toast.success(title, { duration: 10_000, action: { label: 'Desfazer', onClick: undo } });

/** `hint` is the server's own sentence, for a text that says too little alone. */
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
