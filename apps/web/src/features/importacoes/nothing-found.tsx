import type { Importacao } from '@prumo/contract/importacoes.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { planOf } from './anuncio-words.ts';
import { useMove } from './use-importacao-acts.ts';

/** No anuncio was read: it is given up without a question, because there is nothing to lose. */
export function NothingFound({ importacao: { id, contagem } }: { importacao: Importacao }) {
  const move = useMove(id);
  return (
    <Card title="Prévia da importação" text={planOf(contagem)}>
      <div>
        {/* Not disabled while it waits: the focus stays on it. */}
        <Button
          look="primary"
          aria-busy={move.isPending}
          onClick={() => move.isPending || move.mutate('cancel')}
        >
          {move.isPending && <Spinner />}
          Buscar de novo
        </Button>
      </div>
    </Card>
  );
}
