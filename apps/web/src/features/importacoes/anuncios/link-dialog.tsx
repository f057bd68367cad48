import type { AnuncioProposto } from '@prumo/contract/importacoes-anuncios.ts';
import { ProdutoPicker } from '#features/produtos/produto-picker.tsx';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { Dialog, DialogBody } from '#ui/dialog/dialog.tsx';
import { nameOf } from './anuncio-words.ts';
import type { Produto } from './decided.ts';

interface LinkDialogProps {
  anuncio: AnuncioProposto;
  /** True while the decision is being sent. */
  busy: boolean;
  onChoose: (produto: Produto) => void;
  place: DialogPlace;
}

/** Chooses another produto than the proposed one, with the counter search. */
export function LinkDialog({ anuncio, busy, onChoose, place }: LinkDialogProps) {
  return (
    <Dialog title="Ligar a um produto" text={nameOf(anuncio)} place={place}>
      <DialogBody>
        <ProdutoPicker busy={busy} onChoose={onChoose} />
      </DialogBody>
    </Dialog>
  );
}
