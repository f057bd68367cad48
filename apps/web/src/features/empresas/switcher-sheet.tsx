import { asQuestion } from '#lib/dialogs/use-dialog.ts';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { EmpresaChoices } from './empresa-choices.tsx';
import type { SwitcherSurfaceProps } from './switcher-popover.tsx';

/** A sheet at the bottom of a narrow screen, where the panel with the foot has closed. */
export function SwitcherSheet({ anchor: _, onClose, ...choices }: SwitcherSurfaceProps) {
  return (
    <EagerDialog title="Trocar de empresa" place={asQuestion(onClose)}>
      <EmpresaChoices {...choices} onClose={onClose} />
    </EagerDialog>
  );
}
