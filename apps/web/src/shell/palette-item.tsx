import { Autocomplete } from '@base-ui/react/autocomplete';
import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';
import { cn } from '#lib/class-names.ts';
import { formatMoney, formatQuantity } from '#lib/format.ts';
import { Photo } from '#ui/photo.tsx';
import type { Screen } from './screens.ts';

export interface Found {
  produto?: ProdutoEncontrado;
  screen?: Screen;
}

export function PaletteItem({ item, onOpen }: { item: Found; onOpen: () => void }) {
  const { produto, screen } = item;
  return (
    <Autocomplete.Item
      value={item}
      onClick={onOpen}
      className="flex min-h-9 cursor-default select-none items-center gap-3 rounded-control px-2.5 py-1.5 text-control outline-none data-highlighted:bg-accent pointer-coarse:min-h-11"
    >
      {produto && <Produto produto={produto} />}
      {screen && (
        <>
          <screen.icon aria-hidden className="size-4 shrink-0 text-muted" />
          {screen.label}
        </>
      )}
    </Autocomplete.Item>
  );
}

function Produto({ produto }: { produto: ProdutoEncontrado }) {
  const { nome, sku, marca_nome, foto, codigo, estoque_inicial, preco_venda } = produto;
  const empty = Number(estoque_inicial) === 0;
  return (
    <>
      <Photo src={foto && thumbnailOf(foto)} className="size-8" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{nome}</span>
        <span className="block truncate text-meta text-muted">
          {[sku, codigo !== sku && codigo, marca_nome].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block font-medium">{formatMoney(preco_venda)}</span>
        <span className={cn('block text-meta', empty ? 'text-bad-fg' : 'text-muted')}>
          {empty ? 'sem estoque' : `${formatQuantity(estoque_inicial)} em estoque`}
        </span>
      </span>
    </>
  );
}
