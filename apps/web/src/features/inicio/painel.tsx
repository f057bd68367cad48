import type { Inicio, VendasDoInicio } from '@prumo/contract/inicio.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNarrowScreen } from '#lib/media.ts';
import { FailureState } from '#ui/failure-state.tsx';
import { AtividadeCard } from './atividade-card.tsx';
import { EstoqueCard } from './estoque-card.tsx';
import { Indicadores, IndicadoresSkeleton } from './indicadores.tsx';
import { InicioCard } from './inicio-card.tsx';
import { atividadeQuery } from './inicio-queries.ts';
import { PendenciasCard } from './pendencias-card.tsx';
import { VendasCard } from './vendas/vendas-card.tsx';

interface PainelProps {
  answer: UseQueryResult<Inicio>;
  vendas: UseQueryResult<VendasDoInicio>;
  now: number;
}

/** The screen of an empresa at work. A card that cannot load says so itself, and the others go on. */
export function Painel({ answer, vendas, now }: PainelProps) {
  const isNarrow = useNarrowScreen();
  // Waits for the first answer, which may show the first steps instead of this screen.
  const atividade = useQuery({ ...atividadeQuery, enabled: !answer.isPending });
  const strip =
    vendas.data && answer.data ? (
      <Indicadores vendas={vendas.data} estoque={answer.data.estoque} now={now} />
    ) : (
      !vendas.error && !answer.error && <IndicadoresSkeleton />
    );
  const feed = answer.data ? (
    <PendenciasCard pendencias={answer.data.pendencias} now={now} />
  ) : (
    <Waiting title="Precisa de você" query={answer} className="min-h-52" />
  );
  return (
    <>
      {!isNarrow && strip}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_452px]">
        <div className="flex min-w-0 flex-col gap-4">
          {feed}
          {isNarrow && strip}
          {!isNarrow && <Atividade query={atividade} now={now} />}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {vendas.data ? (
            <VendasCard vendas={vendas.data} />
          ) : (
            <Waiting title="Vendas nos últimos 30 dias" query={vendas} className="min-h-80" />
          )}
          {answer.data ? (
            <EstoqueCard estoque={answer.data.estoque} />
          ) : (
            <Waiting title="Saúde do estoque" query={answer} className="min-h-44" />
          )}
          {isNarrow && <Atividade query={atividade} now={now} />}
        </div>
      </div>
    </>
  );
}

function Atividade({
  query,
  now,
}: {
  query: UseQueryResult<Parameters<typeof AtividadeCard>[0]['atividade']>;
  now: number;
}) {
  return query.data ? (
    <AtividadeCard atividade={query.data} now={now} />
  ) : (
    <Waiting title="Atividade recente" query={query} className="min-h-52" />
  );
}

interface WaitingProps {
  title: string;
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** The height of the loaded card, so that nothing moves when it comes. */
  className: string;
}

/** A card whose content is loading or could not be loaded. */
function Waiting({ title, query: { error, refetch }, className }: WaitingProps): ReactNode {
  return (
    <InicioCard title={title} className={className}>
      {error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Carregando..." className="flex flex-1 flex-col gap-3 px-4 pb-4">
          <span className="skeleton flex-1" />
        </div>
      )}
    </InicioCard>
  );
}
