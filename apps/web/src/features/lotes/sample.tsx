import { type Amostra, lotes, type Selecao } from '@prumo/contract/lotes.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';

interface SampleProps {
  selecao: Selecao;
  /** The value before the change. */
  before: (produto: Amostra) => string;
  /** The value after it. Undefined until the person has typed a change. */
  after: (produto: Amostra) => ReactNode;
}

/** The first of the chosen produtos, before and after the change. */
export function Sample({ selecao, before, after }: SampleProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['lotes', lotes.sample.url, selecao],
    queryFn: ({ signal }) => call(lotes.sample, { body: { selecao }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <section className="flex flex-col gap-1.5" aria-label="Prévia">
      <h3 className="font-medium text-control">Prévia</h3>
      {error && !data ? (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-control text-muted">
          {error.message}
          <Button onClick={() => void refetch()}>Tentar de novo</Button>
        </p>
      ) : !data ? (
        <div role="status" aria-label="Carregando..." className="skeleton h-24 rounded-card" />
      ) : data.itens.length === 0 ? (
        <p className="text-control text-muted">Nenhum destes produtos existe mais.</p>
      ) : (
        <ul className="divide-y rounded-card border bg-bg text-control">
          {data.itens.map((produto) => (
            <li key={produto.id} className="flex items-center justify-between gap-3 px-3.5 py-2">
              <span className="min-w-0">
                <span className="block truncate">{produto.nome}</span>
                <span className="block truncate text-meta text-muted">{produto.sku}</span>
              </span>
              <Change before={before(produto)} after={after(produto)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Change({ before, after }: { before: string; after: ReactNode }) {
  return (
    <span className="flex max-w-[60%] shrink-0 flex-wrap items-center justify-end gap-x-2 text-right tabular-nums">
      <span className="text-muted">{before}</span>
      {after !== undefined && (
        <>
          <ArrowRight aria-label="passa a" className="size-3.5 shrink-0 text-muted" />
          <span className="font-medium">{after}</span>
        </>
      )}
    </span>
  );
}
