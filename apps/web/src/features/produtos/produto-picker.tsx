import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import { produtos } from '@prumo/contract/produtos.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { formatMoney } from '#lib/numbers/format.ts';
import { FailureState } from '#ui/failure-state.tsx';
import { SearchInput } from '#ui/form/search-input.tsx';
import { Photo } from '#ui/photo/photo.tsx';

interface ProdutoPickerProps {
  /** True while the choice is being sent. */
  busy: boolean;
  /** A produto that is not offered, because it is chosen already. */
  except?: string | undefined;
  onChoose: (produto: { id: string; nome: string; sku: string }) => void;
}

/** Finds one produto with the counter search. */
export function ProdutoPicker({ busy, except, onChoose }: ProdutoPickerProps) {
  const [busca, setBusca] = useState('');
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(produtos.balcao, { query: { busca } }),
    enabled: busca !== '',
    placeholderData: keepPreviousData,
  });
  const itens = busca === '' ? [] : (data?.itens ?? []).filter(({ id }) => id !== except);
  const status =
    busca === ''
      ? 'Busque por nome, SKU, marca ou código.'
      : isPending
        ? 'Carregando...'
        : itens.length === 0 && `Nenhum produto para “${busca}”.`;
  return (
    <>
      <SearchInput label="Buscar produtos..." value={busca} wantsCodes onSearch={setBusca} />
      {error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <p role="status" className="text-control text-muted empty:hidden">
          {status}
        </p>
      )}
      {itens.length > 0 && (
        <ul
          aria-label="Produtos encontrados"
          aria-busy={busy}
          className={cn(
            'flex flex-col divide-y rounded-card border transition-opacity',
            busy && 'opacity-60',
          )}
        >
          {itens.map(({ id, nome, sku, marca_nome, foto, preco_venda }) => (
            <li key={id}>
              <button
                type="button"
                className="flex w-full items-center gap-3 px-3 py-2 text-left text-control hover:bg-subtle focus-visible:-outline-offset-2"
                onClick={() => busy || onChoose({ id, nome, sku })}
              >
                <Photo src={foto && thumbnailOf(foto)} className="size-9" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{nome}</span>
                  <span className="block truncate text-meta text-muted">
                    {sku} · {marca_nome}
                  </span>
                </span>
                <span className="shrink-0 text-muted">{formatMoney(preco_venda)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
