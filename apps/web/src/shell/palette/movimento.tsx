import { TIPOS } from '@prumo/contract/movimentos.ts';
import { MovimentoDialog } from '#features/inventario/movimento-dialog.tsx';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';

interface MovimentoProps {
  /** The id of the produto, the tipo and the quantity, as the address names them. */
  args: readonly string[];
  place: DialogPlace;
}

/** The form of a movement that the palette began. It opens over any screen, and the person confirms it. */
export const Movimento = ({ args: [produtoId = '', tipo, quantidade], place }: MovimentoProps) => (
  <MovimentoDialog
    produtoId={produtoId}
    tipo={TIPOS.find((each) => each === tipo) ?? 'entrada'}
    quantidade={quantidade}
    place={place}
  />
);
