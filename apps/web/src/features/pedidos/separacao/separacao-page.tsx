import { pedidos } from '@prumo/contract/pedidos.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ClipboardList, Printer } from 'lucide-react';
import { useState } from 'react';
import { filterOf } from '#features/pedidos/pedidos-filter.ts';
import type { PedidosSearch } from '#features/pedidos/pedidos-search.ts';
import { useActs } from '#features/pedidos/use-acts.ts';
import { call, queryOf } from '#lib/api.ts';
import { useMay } from '#lib/session/may.tsx';
import { useNow } from '#lib/use-now.ts';
import { Button, buttonLook } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Page } from '#ui/page.tsx';
import { Leitura } from './leitura.tsx';
import { readOf } from './reads.ts';
import { SeparacaoTable } from './separacao-table.tsx';
import { useLeituras } from './use-leituras.ts';

/** The most parcels that one press marks. */
const MOST = 100;

/** What to take from each deposito for the parcels of the filter. */
export function SeparacaoPage({ search }: { search: PedidosSearch }) {
  const now = useNow();
  const navigate = useNavigate();
  const acts = useActs();
  const mayPick = useMay(pedidos.pick);
  const [busy, setBusy] = useState(false);
  const { deposito_id, conta_id, modalidade } = filterOf(search);
  const filter = { aba: 'preparar' as const, deposito_id, conta_id, modalidade };
  const { data, error, refetch } = useQuery({ ...queryOf(pedidos.picking, { query: filter }), staleTime: 0 });
  const linhas = data?.itens ?? [];
  const leituras = useLeituras(`separacao ${JSON.stringify(filter)}`, linhas);
  const total = linhas.reduce((sum, { unidades }) => sum + unidades, 0);
  const read = linhas.reduce((sum, linha) => sum + readOf(linha, leituras.lidas), 0);

  async function finish() {
    setBusy(true);
    const { itens } = await call(pedidos.list, { query: { ...filter, limite: MOST } }).catch(() => ({
      itens: [],
    }));
    const done = await acts.mark(
      'separado',
      itens.flatMap(({ id, separado_em }) => (separado_em ? [] : [id])),
    );
    setBusy(false);
    if (done.length === 0) return;
    leituras.forget();
    void navigate({ to: '/vendas/pedidos', search: { aba: 'imprimir' } });
  }

  return (
    <Page
      title="Lista de separação"
      subtitle={
        data ? `${data.pedidos} ${data.pedidos === 1 ? 'pedido' : 'pedidos'}, por depósito` : 'Carregando...'
      }
      action={
        <>
          <Link to="/vendas/pedidos" className={buttonLook()}>
            <ArrowLeft aria-hidden />
            Pedidos
          </Link>
          {linhas.length > 0 && (
            <Button onClick={() => print()}>
              <Printer aria-hidden />
              <span className="max-md:sr-only">Imprimir lista</span>
            </Button>
          )}
          {linhas.length > 0 && mayPick && (
            <Button look="primary" busy={busy} disabled={read < total} onClick={() => void finish()}>
              Concluir separação
            </Button>
          )}
        </>
      }
    >
      {data && linhas.length > 0 ? (
        <div className="flex min-h-0 flex-1 gap-4 max-md:flex-none max-md:flex-col-reverse">
          <SeparacaoTable linhas={linhas} leituras={leituras} mais={data.mais} />
          <Leitura linhas={linhas} leituras={leituras} read={read} total={total} now={now} />
        </div>
      ) : (
        <div className="rounded-card border">
          {error && !data ? (
            <FailureState message={error.message} onRetry={refetch} />
          ) : data ? (
            <EmptyState icon={ClipboardList}>
              Nada a separar. As peças dos pedidos em “A preparar” aparecem aqui.
            </EmptyState>
          ) : (
            <div role="status" aria-label="Carregando a lista" className="flex flex-col gap-3 p-4">
              {['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5'].map((width) => (
                <div key={width} className={`skeleton h-8 ${width}`} />
              ))}
            </div>
          )}
        </div>
      )}
    </Page>
  );
}
