import { equipe } from '@prumo/contract/equipe.ts';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useId } from 'react';
import { queryOf } from '#lib/api.ts';
import { useMay } from '#lib/session/may.tsx';
import { useSession } from '#lib/session/session.ts';
import { FailureState } from '#ui/failure-state.tsx';
import type { Viewer } from './actions.ts';
import { COLUMNS, MembroRow } from './membro-row.tsx';
import { TransferenciaNotice } from './transferencia-notice.tsx';

const list = queryOf(equipe.list);

/** The people of the empresa, and what the viewer may do with each. */
export function EquipeCard() {
  const id = useId();
  const { user, session } = useSession();
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...list, staleTime: 0 });
  const manages = useMay(equipe.update);
  if (!user || !session) return null;
  const { papel, direitos } = session.empresa;
  const viewer: Viewer = { user_id: user.id, papel, direitos };
  const without = data?.itens.filter(({ duas_etapas }) => !duas_etapas).length ?? 0;
  return (
    <section aria-labelledby={id} className="@container rounded-card border">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
        <h2 id={id} className="flex items-center gap-2 font-semibold text-body">
          Equipe
          {data && (
            <span className="rounded-full bg-subtle px-2 py-0.5 font-medium text-badge text-muted">
              {data.itens.length}
            </span>
          )}
        </h2>
        {manages && without > 0 && (
          <p className="flex items-center gap-1.5 text-control text-warn-fg">
            <ShieldAlert aria-hidden className="size-4 shrink-0" />
            {without} sem duas etapas
          </p>
        )}
      </div>
      <div className="border-t">
        {data?.transferencia && <TransferenciaNotice offer={data.transferencia} viewer={viewer} />}
        {data && (
          <>
            {/* Each row names its values for screen readers, so the headings are only for the eye. */}
            <div aria-hidden className={`${COLUMNS} @max-2xl:hidden border-b bg-bg text-meta text-muted`}>
              <span>Pessoa</span>
              <span>Papel</span>
              <span>Vê custo</span>
              <span>Duas etapas</span>
              <span>{manages && 'Visto por último'}</span>
              <span />
            </div>
            <ul className="divide-y">
              {data.itens.map((membro) => (
                <MembroRow
                  key={membro.user_id}
                  membro={membro}
                  membros={data.itens}
                  viewer={viewer}
                  now={dataUpdatedAt}
                />
              ))}
            </ul>
          </>
        )}
        {!data && error && <FailureState message={error.message} onRetry={refetch} />}
        {!data && !error && (
          <div role="status" aria-label="Carregando..." className="flex flex-col gap-3 p-4">
            <div className="skeleton h-9" />
            <div className="skeleton h-9" />
          </div>
        )}
      </div>
    </section>
  );
}
