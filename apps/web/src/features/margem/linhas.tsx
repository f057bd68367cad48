import type { GrupoDaMargem } from '@prumo/contract/margens.ts';
import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { useCutHint } from '#ui/table/cut-hint.tsx';
import { Frame } from '#ui/table/frame.tsx';
import { Linha } from './linha.tsx';
import type { MargemSearch } from './margem-search.ts';
import { countText } from './soma-words.ts';
import type { Linhas as Read } from './use-margem.ts';

interface LinhasProps {
  linhas: Read;
  grupo: GrupoDaMargem;
  search: MargemSearch;
  go: (change: MargemSearch) => void;
  empty: ReactNode;
}

const headLook = 'sticky top-0 z-10 h-9 border-b bg-bg px-3 font-normal text-meta text-muted';

const NOMES: Readonly<Record<GrupoDaMargem, readonly [one: string, many: string]>> = {
  pedido: ['pedido', 'pedidos'],
  produto: ['produto', 'produtos'],
  anuncio: ['anúncio', 'anúncios'],
};

/** The rows of the period. A narrow window shows fewer columns, and on a phone each row is a card of two lines. */
export function Linhas({ linhas: { itens, stale, failure, more }, grupo, search, go, empty }: LinhasProps) {
  const { hint, handlers } = useCutHint();
  if (failure)
    return (
      <Frame>
        <FailureState message={failure.message} onRetry={failure.retry} />
      </Frame>
    );
  const [one, many] = NOMES[grupo];
  return (
    <Frame>
      <div className="relative min-h-0 grow overflow-y-auto overflow-x-hidden" {...handlers}>
        <table
          aria-busy={stale || !itens}
          className={cn(
            'w-full table-fixed border-separate border-spacing-0 text-control transition-opacity',
            stale && 'opacity-60',
          )}
        >
          {/* On a phone no heading sets the widths, and the costs of a pedido span columns that are not shown. */}
          <colgroup className="md:hidden">
            <col />
            <col className="w-40" />
            <col span={5} className="w-0" />
          </colgroup>
          <thead className="max-md:sr-only">
            <tr>
              <th scope="col" className={cn(headLook, 'text-left')}>
                {one.charAt(0).toUpperCase() + one.slice(1)}
              </th>
              <th scope="col" className={cn(headLook, 'text-right w-30')}>
                Receita
              </th>
              <th scope="col" className={cn(headLook, 'text-right w-28 max-xl:hidden')}>
                Tarifas
              </th>
              <th scope="col" className={cn(headLook, 'text-right w-28 max-xl:hidden')}>
                Frete
              </th>
              <th scope="col" className={cn(headLook, 'text-right w-28 max-xl:hidden')}>
                Imposto
              </th>
              <th scope="col" className={cn(headLook, 'text-right w-28 max-lg:hidden')}>
                Custo
              </th>
              <th scope="col" className={cn(headLook, 'text-right w-40')}>
                Margem
              </th>
            </tr>
          </thead>
          <tbody>
            {itens?.map((linha) => (
              <Linha
                key={linha.chave}
                linha={linha}
                grupo={grupo}
                search={search}
                isOpen={search.aberto === linha.chave}
                onToggle={() => go({ aberto: search.aberto === linha.chave ? undefined : linha.chave })}
              />
            )) ?? <Skeleton />}
          </tbody>
        </table>
        {itens?.length === 0 && empty}
        {more && (
          <div className="flex flex-col items-center gap-2 p-3">
            {more.failure !== undefined && (
              <p role="alert" className="text-bad-fg text-control">
                {more.failure}
              </p>
            )}
            <Button busy={more.busy} onClick={more.load}>
              Carregar mais
            </Button>
          </div>
        )}
      </div>
      <footer className="flex h-10 shrink-0 items-center border-t bg-bg px-3.5 text-meta text-muted">
        <p role="status">
          {itens && `${countText(itens.length, one, many)}${more ? ', e há mais' : ''}. `}
          As vendas no balcão não entram.
        </p>
      </footer>
      {hint}
    </Frame>
  );
}

const Skeleton = () =>
  Array.from({ length: 6 }, (_, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal
    <tr key={n}>
      <td colSpan={7} className="h-12 border-b px-3.5">
        <div role="status" aria-label="Carregando a margem" className="skeleton h-4 w-1/2" />
      </td>
    </tr>
  ));
