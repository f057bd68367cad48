import { type ProdutosResumo, produtos } from '@prumo/contract/produtos.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { formatInteger, formatMoney, formatRounded } from '#lib/format.ts';
import { Stat, StatStrip } from '#ui/stat-strip.tsx';
import type { ProdutosFilter } from './produtos-search.ts';

/**
 * Asked for apart from the rows, which never wait for them: over a large catalogue they take longer. While `waits`, the
 * rows of a filter are on their way, and a person who goes on typing would ask for sums nobody sees.
 */
export function ProdutosCards({ filter, waits }: { filter: ProdutosFilter; waits: boolean }) {
  const { data, error, isPlaceholderData } = useQuery({
    ...queryOf(produtos.resumo, { query: filter }),
    placeholderData: keepPreviousData,
    enabled: !waits,
  });
  const shown = (value: (resumo: ProdutosResumo) => string) => (data ? value(data) : error ? '-' : undefined);
  const filtrados = data?.filtrados ?? null;
  return (
    <StatStrip label="Resumo dos produtos" stale={isPlaceholderData}>
      <Stat
        label="Total de Produtos"
        value={shown(({ total }) => formatInteger(total))}
        note={filtrados === null ? undefined : `${formatInteger(filtrados)} filtrados`}
      />
      <Stat label="Valor Total do Estoque" value={shown((resumo) => formatMoney(resumo.valor_estoque))} />
      <Stat
        label="Sem Estoque"
        value={shown((resumo) => formatInteger(resumo.sem_estoque))}
        tone={data?.sem_estoque ? 'bad' : 'plain'}
      />
      <Stat
        label="Baixo Estoque"
        value={shown((resumo) => formatInteger(resumo.baixo_estoque))}
        note="menos de 10 un."
        tone={data?.baixo_estoque ? 'warn' : 'plain'}
      />
      <Stat label="Categorias" value={shown(({ categorias }) => formatInteger(categorias))} />
      <Stat label="Marcas" value={shown(({ marcas }) => formatInteger(marcas))} />
      <Stat
        label="Estoque Médio"
        value={shown((resumo) => formatRounded(resumo.estoque_medio))}
        note="por produto"
      />
    </StatStrip>
  );
}
