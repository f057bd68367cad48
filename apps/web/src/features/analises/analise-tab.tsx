import { contas } from '@prumo/contract/contas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { notifyFailure } from '#lib/notify.ts';
import { useLostFocus } from '#lib/use-lost-focus.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { PERIODOS, type Periodo } from './analise-periodo.ts';
import { isKnown, useAnalise } from './analise-query.ts';
import { AnaliseSeller } from './analise-seller.tsx';
import { AnaliseSincronia } from './analise-sincronia.tsx';
import { AnaliseToolbar } from './analise-toolbar.tsx';
import { AnaliseVendas } from './analise-vendas.tsx';

interface AnaliseTabProps {
  accountId: string;
  /** The period in the address. An address with a known period loads it without a press. */
  periodo: string | undefined;
  onPeriodo: (periodo: Periodo) => void;
}

/** Sends no request to the marketplace until the person, or the period in the address, asks for the analysis. */
export function AnaliseTab({ accountId, periodo: address, onPeriodo }: AnaliseTabProps) {
  const named = PERIODOS.find((each) => each === address);
  const queryClient = useQueryClient();
  const periodo = named ?? '30';
  // A person who returns to a loaded analysis sees it again without asking.
  const [isAskedFor, setAskedFor] = useState(() => isKnown(queryClient, accountId));
  const isWanted = isAskedFor || named !== undefined;
  const [wasShown, setShown] = useState(isWanted);
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, isPlaceholderData, refetch } = useAnalise(accountId, periodo, isWanted);
  if (data && !wasShown) setShown(true);
  useTrouble(isAsked ? null : error, data?.avisos);
  const toolbar = useRef<HTMLFieldSetElement>(null);
  useLostFocus(toolbar, data ? 'figures' : wasShown && error ? 'failure' : 'waiting');

  // A reload of the page then loads the same period again. An effect, because the person may have left meanwhile.
  const isUnnamed = data !== undefined && named === undefined;
  const nameIt = useEffectEvent(() => onPeriodo(periodo));
  useEffect(() => {
    if (isUnnamed) nameIt();
  }, [isUnnamed]);

  async function ask() {
    setAskedFor(true);
    setAsked(true);
    await refetch();
    setAsked(false);
  }

  if (!wasShown) return <Prompt isBusy={isFetching} onAsk={() => void ask()} />;
  return (
    <>
      <AnaliseToolbar
        ref={toolbar}
        periodo={periodo}
        onPeriodo={onPeriodo}
        isBusy={isAsked || isPlaceholderData || (isFetching && !data)}
        onRefresh={() => void ask()}
        sincronia={data?.sincronia}
      />
      {data ? (
        <>
          {data.avisos.map((aviso) => (
            <Notice key={aviso}>
              <p>{aviso}</p>
            </Notice>
          ))}
          <AnaliseSincronia sincronia={data.sincronia} />
          <div
            aria-busy={isPlaceholderData}
            className={cn('flex flex-col gap-4 transition-opacity', isPlaceholderData && 'opacity-60')}
          >
            <AnaliseVendas analise={data} periodo={isPlaceholderData ? undefined : periodo} />
            <AnaliseSeller analise={data} />
          </div>
        </>
      ) : error ? (
        <div className="rounded-card border">
          <FailureState message={error.message} onRetry={ask} />
        </div>
      ) : (
        <div role="status" aria-label="Carregando..." className="skeleton h-47 rounded-card" />
      )}
    </>
  );
}

/** The button is not disabled while loading, so that the focus stays on it after a failure. */
const Prompt = ({ isBusy, onAsk }: { isBusy: boolean; onAsk: () => void }) => (
  <div className="rounded-card border">
    <EmptyState
      icon={ChartColumn}
      action={
        <Button look="primary" aria-busy={isBusy} onClick={() => isBusy || onAsk()}>
          {isBusy && <Spinner />}
          Carregar Análises
        </Button>
      }
    >
      Veja faturamento, pedidos, reputação e qualidade desta conta em um período.
    </EmptyState>
  </div>
);

/** Reports a failure once, however often the query retries by itself. */
function useTrouble(error: Error | null, avisos: readonly string[] | undefined) {
  const queryClient = useQueryClient();
  const hasFailed = error !== null;
  const tell = useEffectEvent(() => notifyFailure('Erro ao carregar análises', error?.message, error));
  useEffect(() => {
    if (hasFailed) tell();
  }, [hasFailed]);
  useEffect(() => {
    // The access may be lost, so the rest of the screen and Integrações must reload the contas too.
    if (hasFailed || avisos?.length)
      void queryClient.invalidateQueries({ queryKey: contas.list.schema.tags });
  }, [hasFailed, avisos, queryClient]);
}
