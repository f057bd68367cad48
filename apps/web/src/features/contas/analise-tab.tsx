import { ChartColumn } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { formatDateTime } from '#lib/format.ts';
import { notifyFailure } from '#lib/notify.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { inputLook } from '#ui/input.tsx';
import { Notice } from '#ui/notice.tsx';
import { PERIODO_WORDS, PERIODOS, type Periodo } from './analise-periodo.ts';
import { useAnalise } from './analise-query.ts';
import { AnaliseSeller } from './analise-seller.tsx';
import { AnaliseSincronia } from './analise-sincronia.tsx';
import { AnaliseVendas } from './analise-vendas.tsx';

/** Nothing is asked of the marketplace until the person wants to see it. */
export function AnaliseTab({ accountId }: { accountId: string }) {
  const [periodo, setPeriodo] = useState<Periodo>('30');
  const [isWanted, setWanted] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, isPlaceholderData, refetch } = useAnalise(accountId, periodo, isWanted);
  const tell = useEffectEvent(() => {
    if (error) notifyFailure('Erro ao carregar análises', error.message, error);
  });
  useEffect(() => {
    if (error) tell();
  }, [error]);

  async function ask() {
    setWanted(true);
    setAsked(true);
    await refetch();
    setAsked(false);
  }

  if (!data)
    return (
      <div className="rounded-card border">
        <EmptyState
          icon={ChartColumn}
          action={
            <Button look="primary" busy={isFetching} onClick={() => void ask()}>
              Carregar Análises
            </Button>
          }
        >
          Veja faturamento, pedidos, reputação e qualidade desta conta em um período.
        </EmptyState>
      </div>
    );

  const isBusy = isAsked || isPlaceholderData;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label="Período"
          value={periodo}
          className={cn(inputLook, 'h-8 w-auto border-border px-2 shadow-control md:text-control')}
          onChange={({ target }) => setPeriodo(PERIODOS.find((each) => each === target.value) ?? '30')}
        >
          {PERIODOS.map((each) => (
            <option key={each} value={each}>
              {PERIODO_WORDS[each]}
            </option>
          ))}
        </select>
        {/* Not disabled while it waits: the focus stays on it. */}
        <Button aria-busy={isBusy} onClick={() => isBusy || void ask()}>
          {isBusy ? 'Atualizando...' : 'Atualizar Dados'}
        </Button>
        {data.sincronia.sincronizado_ate && (
          <p className="text-meta text-muted">
            Pedidos até {formatDateTime(data.sincronia.sincronizado_ate)}
          </p>
        )}
      </div>
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
        <AnaliseVendas analise={data} periodo={periodo} />
        <AnaliseSeller analise={data} />
      </div>
    </>
  );
}
