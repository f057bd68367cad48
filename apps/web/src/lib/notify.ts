import { traceOf } from './api.ts';
import { showToast } from './toasts.ts';

const SHORT_MS = 5000;
const LONG_MS = 10_000;

export const notifySuccess = (title: string, text?: string) =>
  showToast({ type: 'success', title, lines: text ? [text] : [], duration: SHORT_MS });

/** Something the person should check or finish. Nothing has failed. */
export const notifyWarning = (title: string, text?: string) =>
  showToast({ type: 'warning', title, lines: text ? [text] : [], duration: LONG_MS });

/** A success that the person can undo while its toast is visible. `replaces` names those that it makes old. */
export const notifyUndoable = (title: string, undo: () => void, replaces?: string) =>
  showToast({
    ...{ type: 'success', title, duration: LONG_MS, replaces },
    action: { label: 'Desfazer', onPress: undo },
  });

/** `hint` is the server's sentence, shown under `text` when the two differ. */
export function notifyFailure(title: string, text: string | undefined, cause: unknown, hint?: string) {
  console.error(title, text ?? '', traceOf(cause));
  showToast({
    type: 'error',
    title,
    lines: text ? [...new Set([text, hint || text])] : [],
    duration: SHORT_MS,
  });
}
