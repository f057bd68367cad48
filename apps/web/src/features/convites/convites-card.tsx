import { type Convite, convites } from '@prumo/contract/convites.ts';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useId } from 'react';
import { queryOf } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { ConviteRow } from './convite-row.tsx';
import { MendDialog } from './mend-dialog.tsx';
import { isAnswered } from './situacao.ts';

/** A convite that waits may be opened, accepted or returned while the page is open. */
const POLL = 30_000;

const list = queryOf(convites.list);

/** The convites of the empresa: those that wait for an answer, and below them the answered ones. */
export function ConvitesCard() {
  const id = useId();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...list,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.itens.some((each) => !isAnswered(each)) ? POLL : false),
  });
  const { open, args, place } = useDialog('corrigir-convite');
  const mending = data?.itens.find(({ id: of }) => of === args?.[0]);
  const pending = data?.itens.filter((each) => !isAnswered(each)) ?? [];
  const answered = data?.itens.filter(isAnswered) ?? [];
  const row = (convite: Convite) => (
    <ConviteRow key={convite.id} convite={convite} now={dataUpdatedAt} onMend={() => open(convite.id)} />
  );
  return (
    <section aria-labelledby={id} className="@container rounded-card border">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
        <h2 id={id} className="flex items-center gap-2 font-semibold text-body">
          Convites pendentes
          {data && <Count of={pending.length} />}
        </h2>
        <p className="text-meta text-muted">Cada link serve uma vez e vence em 7 dias</p>
      </div>
      <div className="border-t">
        {data && pending.length === 0 && (
          <EmptyState icon={Mail}>Nenhum convite espera resposta. Convide quem trabalha com você.</EmptyState>
        )}
        {pending.length > 0 && <ul className="divide-y">{pending.map(row)}</ul>}
        {!data && error && <FailureState message={error.message} onRetry={refetch} />}
        {!data && !error && (
          <div role="status" aria-label="Carregando..." className="p-4">
            <div className="skeleton h-9" />
          </div>
        )}
      </div>
      {answered.length > 0 && (
        <details className="border-t">
          <summary className="cursor-pointer rounded-card px-4 py-3 text-control text-muted hover:text-fg">
            Respondidos nos últimos 30 dias ({answered.length})
          </summary>
          <ul className="divide-y border-t">{answered.map(row)}</ul>
        </details>
      )}
      {mending && place && <MendDialog convite={mending} place={place} />}
    </section>
  );
}

const Count = ({ of }: { of: number }) => (
  <span className="rounded-full bg-subtle px-2 py-0.5 font-medium text-badge text-muted">{of}</span>
);
