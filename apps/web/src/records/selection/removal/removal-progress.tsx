import { useUnsavedWork } from '#lib/leaving/use-unsaved-work.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import type { Nouns } from '#records/selection/use-record-selection.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { type Removal, shareOf } from './removal.ts';
import { countText } from './removal-words.ts';

const bar =
  'h-1.5 w-full appearance-none overflow-hidden rounded-full bg-subtle [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-subtle [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[inline-size]';

/** While the records of the filter are read. Nothing is deleted yet. */
export function Counting({ count, nouns, onStop }: { count: number; nouns: Nouns; onStop: () => void }) {
  const label = `Procurando ${nouns.ending === 'a' ? 'as' : 'os'} ${nouns.many} do filtro...`;
  return (
    <>
      <DialogBody>
        <div className="flex justify-between gap-3 text-control">
          <span role="status">{label}</span>
          <span className="text-muted tabular-nums">{countText(count, nouns)}</span>
        </div>
        <progress aria-label={label} className={bar} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onStop}>Cancelar</Button>
      </DialogFooter>
    </>
  );
}

const words = {
  question: 'Parar a exclusão?',
  consequence: 'O que já foi excluído fica na lixeira. O resto continua na lista.',
};

export function Deleting({ removal, onStop }: { removal: Removal; onStop: () => void }) {
  const { total, excluidos, recusas } = removal;
  // A reload or another screen ends the deletion, so leaving asks first.
  useUnsavedWork(true, undefined, { words });
  return (
    <>
      <DialogBody>
        <div className="flex justify-between gap-3 text-control">
          <span role="status">Excluindo...</span>
          <span className="text-muted tabular-nums">
            {formatInteger(excluidos + recusas.length)} de {formatInteger(total)}
          </span>
        </div>
        <progress aria-label="Excluindo..." className={bar} value={shareOf(removal)} />
        <p className="text-control text-muted">Deixe esta página aberta até o fim.</p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onStop}>Parar</Button>
      </DialogFooter>
    </>
  );
}
