import { useLoaded } from '#lib/loading/use-loaded.ts';
import { DialogShell } from './dialog-shell.tsx';
import type { ConfirmDialogProps } from './eager-confirm-dialog.tsx';

const load = async () => (await import('./eager-confirm-dialog.tsx')).EagerConfirmDialog;

/** Loads the dialog when it opens. When that fails, nothing is confirmed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const Dialog = useLoaded(true, load, 'a confirmação', props.onCancel);
  if (Dialog) return <Dialog {...props} />;
  return <DialogShell title={props.question} className="md:w-[26rem]" onClose={props.onCancel} />;
}
