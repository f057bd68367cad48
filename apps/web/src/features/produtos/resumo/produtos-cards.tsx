import { type ProdutosResumo, produtos } from '@prumo/contract/produtos.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { filterOf, type ProdutosPlace } from '#features/produtos/produtos-search.ts';
import { queryOf } from '#lib/api.ts';
import { isKeptFresh } from '#lib/kept-fresh.ts';
import { later } from '#lib/loading/later.tsx';
import { formatInteger, formatMoney, formatRounded } from '#lib/numbers/format.ts';
import { useRight } from '#lib/session/use-right.ts';
import { Stat, StatStrip } from '#ui/stat-strip.tsx';
import { atLeast, exactly } from './resumo-words.ts';
import { useExactResumo } from './use-exact-resumo.ts';

const ExactResumo = later(async () => (await import('./exact-resumo.tsx')).ExactResumo);

const FIVE_MINUTES = 5 * 60 * 1000;

/**
 * The cards load separately, because their sums take longer over a large catalogue and the rows must not
 * wait. `waits` is true while the rows of a filter load. The cards then send no request, because a person who
 * keeps typing would request sums that are never shown.
 */
export function ProdutosCards({ search, go, waits }: ProdutosPlace & { waits: boolean }) {
  const filter = filterOf(search);
  /** The card filters the list to the produtos that it counts, and a second press shows all again. */
  const byEstoque = (estoque: 'sem' | 'baixo') => ({
    on: search.estoque === estoque,
    hint: search.estoque === estoque ? 'Mostrar todos' : 'Filtrar',
    toggle: () => go({ estoque: search.estoque === estoque ? undefined : estoque, cursor: undefined }),
  });
  const { data, error, isPlaceholderData, dataUpdatedAt } = useQuery({
    ...queryOf(produtos.resumo, { query: filter }),
    placeholderData: keepPreviousData,
    // Known sums stay enabled, because enabling them again after another page of rows would load them again.
    enabled: (query) => !waits || query.state.data !== undefined,
    staleTime: 0,
    // New sums discard the exact figures. While changes are announced, a short look at another window loads none.
    refetchOnWindowFocus: (query) => query.isStaleByTime(isKeptFresh(query) ? FIVE_MINUTES : 0),
  });
  const exact = useExactResumo(filter, dataUpdatedAt);
  const resumo = exact.answer?.resumo ?? data;
  // The value of the stock comes from costs. The answer leaves it out for a person without that right.
  const seesCusto = useRight('ver_custo');
  const hasValor = resumo ? resumo.valor_estoque !== undefined : seesCusto;
  /** An unknown figure is shown as `-`, never as a number. */
  const shown = (value: (resumo: ProdutosResumo) => string | null | undefined) =>
    resumo ? (value(resumo) ?? '-') : error ? '-' : undefined;
  return (
    <>
      <StatStrip label="Resumo dos produtos" stale={isPlaceholderData}>
        <Stat
          label="Total de Produtos"
          value={shown(({ total }) => formatInteger(total))}
          note={resumo && filteredNote(resumo)}
        />
        {hasValor && (
          <Stat
            label="Valor Total do Estoque"
            value={shown(({ valor_estoque }) => valor_estoque && formatMoney(valor_estoque))}
          />
        )}
        <Stat
          label="Sem Estoque"
          value={shown(({ sem_estoque }) => integer(sem_estoque))}
          tone={resumo?.sem_estoque ? 'bad' : 'plain'}
          filter={byEstoque('sem')}
        />
        <Stat
          label="Baixo Estoque"
          value={shown(({ baixo_estoque }) => integer(baixo_estoque))}
          note="menos de 10 un."
          tone={resumo?.baixo_estoque ? 'warn' : 'plain'}
          filter={byEstoque('baixo')}
        />
        <Stat label="Categorias" value={shown(({ categorias }) => integer(categorias))} />
        <Stat label="Marcas" value={shown(({ marcas }) => integer(marcas))} />
        <Stat
          label="Estoque Médio"
          value={shown(({ estoque_medio }) => estoque_medio && formatRounded(estoque_medio))}
          note="por produto"
        />
      </StatStrip>
      {data && !data.exato && !isPlaceholderData && (
        <Suspense>
          <ExactResumo resumo={data} exact={exact} />
        </Suspense>
      )}
    </>
  );
}

const integer = (value: number | null) => (value === null ? null : formatInteger(value));

function filteredNote({ exato, filtrados }: ProdutosResumo): string | undefined {
  if (filtrados === null) return undefined;
  return exato ? exactly(filtrados) : atLeast(filtrados);
}
