import { type Retencao, retencao } from '@prumo/contract/retencao.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { formatDate } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { anosEmPalavras } from './retencao-words.ts';

const RetencaoDialog = later(async () => (await import('./retencao-dialog.tsx')).RetencaoDialog);

const read = queryOf(retencao.get);
const TITLE = 'Mudar o prazo do histórico';

/** Shows how long the empresa keeps its history, and lets a dono or administrador choose. */
export function RetencaoCard() {
  const { data, error, refetch } = useQuery(read);
  const { open, place } = useDialog('prazo-do-historico');
  return (
    <Card
      title="Prazo do histórico"
      text="Por quanto tempo o Prumo guarda quem alterou o quê."
      action={data && <Button onClick={() => open()}>Mudar o prazo</Button>}
    >
      {data ? (
        <Escolha retencao={data} />
      ) : error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Carregando..." className="skeleton h-10 rounded-control" />
      )}
      {data && place && (
        <Opening title={TITLE} onClose={place.close}>
          <RetencaoDialog title={TITLE} retencao={data} place={place} />
        </Opening>
      )}
    </Card>
  );
}

function Escolha({ retencao: { historico_anos, vigente_anos, vale_em, ...last } }: { retencao: Retencao }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-body">
        O histórico é guardado por <strong className="font-medium">{anosEmPalavras(vigente_anos)}</strong>.
        {vale_em &&
          ` A partir de ${formatDate(vale_em)}, por ${anosEmPalavras(historico_anos)}. Até lá nada é removido, e o prazo pode mudar de novo.`}
      </p>
      {last.alterada_em && (
        <p className="text-meta text-muted">
          Escolhido{last.alterada_por && ` por ${last.alterada_por}`} em {formatDate(last.alterada_em)}.
        </p>
      )}
    </div>
  );
}
