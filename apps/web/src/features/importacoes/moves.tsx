import type { Importacao } from '@prumo/contract/importacoes.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { CancelButton } from './cancel-button.tsx';
import { useMove } from './use-importacao-acts.ts';

/** Buttons to pause, resume and cancel. */
export function Moves({ importacao }: { importacao: Importacao }) {
  const { id, situacao } = importacao;
  const move = useMove(id);
  const isHeld = situacao === 'pausada' || situacao === 'interrompida';
  return (
    <div className="flex flex-wrap gap-2">
      {/* One button with two states, not disabled while waiting, so that the focus stays on it. */}
      <Button
        look={isHeld ? 'primary' : 'outline'}
        aria-busy={move.isPending}
        onClick={() => move.isPending || move.mutate(isHeld ? 'resume' : 'pause')}
      >
        {move.isPending && <Spinner />}
        {isHeld ? 'Retomar' : 'Pausar'}
      </Button>
      <CancelButton importacao={importacao} />
    </div>
  );
}
