import { faturas } from '@prumo/contract/faturas.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api.ts';
import { formatDate, formatMoney } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { FailureState } from '#ui/failure-state.tsx';

interface CobrancasProps {
  contaId: string;
  competencia: string;
}

/** The charges of a bill without a pedido. They are read when the month is opened. */
export function Cobrancas({ contaId, competencia }: CobrancasProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const month = place.current?.closest('details');
    const follow = () => setOpen((was) => was || month?.open === true);
    follow();
    month?.addEventListener('toggle', follow);
    return () => month?.removeEventListener('toggle', follow);
  }, []);
  return <div ref={place}>{isOpen && <Lista contaId={contaId} competencia={competencia} />}</div>;
}

function Lista({ contaId, competencia }: CobrancasProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['faturas', faturas.unmatched.url, { id: contaId }, { competencia }],
    queryFn: ({ pageParam, signal }) =>
      call(faturas.unmatched, {
        ...{ params: { id: contaId }, signal },
        query: { competencia, cursor: pageParam || undefined },
      }),
    initialPageParam: '',
    getNextPageParam: ({ proximo }) => proximo,
  });
  if (error && !data) return <FailureState message={error.message} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-label="Carregando..." className="skeleton mx-4 mb-3 h-10 rounded-control" />
    );
  return (
    <div className="flex flex-col gap-2 px-4 pb-3">
      <p className="text-meta text-muted">Cobrado sem pedido conhecido. Nenhuma margem conta com isto.</p>
      <ul className="flex flex-col divide-y text-control">
        {data.pages
          .flatMap(({ itens }) => itens)
          .map(({ id, texto, codigo, valor, lancada_em }) => (
            <li key={id} className="flex items-baseline gap-3 py-1.5">
              <span className="min-w-0 flex-1">
                {texto} <span className="text-meta text-muted">({codigo})</span>
                <span className="block text-meta text-muted">
                  {formatDate(lancada_em)} · lançamento {id}
                </span>
              </span>
              <span className="whitespace-nowrap">{formatMoney(valor)}</span>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button className="self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </div>
  );
}
