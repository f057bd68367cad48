import { SearchX } from 'lucide-react';
import { useState } from 'react';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { type Act, TITLES } from './acts.ts';
import { ExcluirForm } from './excluir-form.tsx';
import { ExportarForm } from './exportar-form.tsx';
import { keptSelection } from './kept-selection.ts';
import { chosenText } from './lote-words.ts';
import { MinimoForm } from './minimo-form.tsx';
import { PrecoForm } from './preco-form.tsx';
import { ReferenciaForm } from './referencia-form.tsx';
import type { LoteFormProps } from './use-lote-form.ts';

interface EmMassaDialogProps {
  act: Act;
  /** The key of the kept selection. */
  selection: string;
  place: DialogPlace;
  onStarted: (id: string) => void;
}

const LOST = 'A escolha de produtos não está mais guardada. Feche e escolha os produtos de novo.';

/** A change of the chosen produtos, or their file. Import it lazily, to keep it out of the first load. */
export function EmMassaDialog({ act, selection, place, onStarted }: EmMassaDialogProps) {
  const [chosen] = useState(() => keptSelection(selection));
  if (!chosen)
    return (
      <Dialog title={TITLES[act]} place={place}>
        <DialogBody>
          <EmptyState icon={SearchX}>{LOST}</EmptyState>
        </DialogBody>
        <DialogFooter>
          <Button onClick={place.close}>Fechar</Button>
        </DialogFooter>
      </Dialog>
    );
  return (
    <Dialog title={TITLES[act]} text={`${chosenText(chosen.total)}.`} place={place}>
      <Form act={act} {...{ ...chosen, selection, place, onStarted }} />
    </Dialog>
  );
}

function Form({ act, ...props }: LoteFormProps & { act: Act }) {
  switch (act) {
    case 'preco':
      return <PrecoForm {...props} />;
    case 'minimo':
      return <MinimoForm {...props} />;
    case 'excluir':
      return <ExcluirForm {...props} />;
    case 'exportar':
      return <ExportarForm {...props} />;
    default:
      return <ReferenciaForm what={act} {...props} />;
  }
}
