import { type Evento, eventos } from '@prumo/contract/eventos.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { eventoSentence, isWarning } from './evento-words.ts';
import { ListSkeleton } from './list-skeleton.tsx';

export function EventosCard() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [eventos.list.schema.tags[0], eventos.list.url],
    queryFn: ({ pageParam, signal }) =>
      call(eventos.list, { query: { cursor: pageParam || undefined }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.proximo,
    staleTime: 0,
  });
  const list = data?.pages.flatMap((page) => page.itens);
  return (
    <Card title="Atividade recente" text="Se algo aqui não foi você, altere a senha e encerre as sessões.">
      {list ? (
        <>
          {list.length === 0 && <p className="text-control text-muted">Nada aconteceu ainda.</p>}
          <ul className="flex flex-col divide-y empty:hidden">
            {list.map((evento) => (
              <EventoRow key={evento.id} evento={evento} />
            ))}
          </ul>
        </>
      ) : error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <ListSkeleton />
      )}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Ver mais
          </Button>
        </div>
      )}
    </Card>
  );
}

function EventoRow({ evento }: { evento: Evento }) {
  const where = [evento.dispositivo, evento.endereco].filter(Boolean).join(' · ');
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className={cn('font-medium text-control', isWarning(evento) && 'text-bad-fg')}>
          {eventoSentence(evento)}
        </p>
        {where && <p className="break-words text-meta text-muted">{where}</p>}
      </div>
      <time dateTime={evento.em} className="shrink-0 text-meta text-muted max-sm:w-full">
        {formatDateTime(evento.em)}
      </time>
    </li>
  );
}
