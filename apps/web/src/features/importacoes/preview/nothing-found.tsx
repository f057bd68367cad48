import type { Importacao } from '@prumo/contract/importacoes.ts';
import { planOf } from '#features/importacoes/anuncios/anuncio-words.ts';
import { useMove } from '#features/importacoes/use-importacao-acts.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Spinner } from '#ui/spinner.tsx';

/** No anuncio was read. The button cancels without confirmation, because there is nothing to lose. */
export function NothingFound({ importacao: { id, contagem } }: { importacao: Importacao }) {
  const move = useMove(id);
  return (
    <Card title="Prévia da importação" text={planOf(contagem)}>
      <div>
        {/* Not disabled while waiting, so that the focus stays on it. */}
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
