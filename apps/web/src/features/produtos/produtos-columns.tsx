import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { Package } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { formatMoney, formatQuantity } from '#lib/format.ts';
import { UnderName } from '#records/under-name.tsx';
import type { Column } from '#ui/column.ts';
import { Thumbnail } from '#ui/thumbnail.tsx';
import { ProdutoActions } from './produto-actions.tsx';
import type { OnAct } from './produto-acts.ts';

export const columnsOf = (onAct: OnAct): Column<ProdutoListado, 'sku' | 'nome' | 'preco_venda'>[] => [
  {
    header: 'Foto',
    className: 'w-13 max-md:pr-0 md:w-15',
    cell: (produto) => <Foto produto={produto} />,
  },
  {
    header: 'Código',
    sort: 'sku',
    className: 'w-36 max-xl:hidden',
    cell: ({ sku }) => <p className="truncate text-muted">{sku}</p>,
  },
  {
    header: 'Nome',
    sort: 'nome',
    className: 'max-md:px-2',
    cell: (produto) => <Nome produto={produto} onOpen={() => onAct('editar', produto)} />,
  },
  {
    header: 'Marca',
    className: 'w-32 max-xl:hidden',
    cell: ({ marca_nome }) => <p className="truncate">{marca_nome}</p>,
  },
  {
    header: 'Categoria',
    className: 'w-32 max-xl:hidden',
    cell: ({ categoria_nome }) => <p className="truncate text-muted">{categoria_nome}</p>,
  },
  {
    header: 'Estoque',
    className: 'w-24 text-right max-lg:hidden',
    cell: ({ estoque_inicial }) => (
      <span className={cn('font-medium', toneOf(estoque_inicial))}>{formatQuantity(estoque_inicial)}</span>
    ),
  },
  {
    header: 'Preço',
    sort: 'preco_venda',
    className: 'w-24 text-right max-md:px-1 md:w-32',
    cell: ({ preco_venda }) => <span className="whitespace-nowrap">{formatMoney(preco_venda)}</span>,
  },
  {
    header: 'Ações',
    className: 'w-12 text-right max-md:px-1 max-md:last:pr-1.5 md:w-46',
    cell: (produto) => <ProdutoActions produto={produto} onAct={onAct} />,
  },
];

function Foto({ produto: { nome, fotos } }: { produto: ProdutoListado }) {
  const [first] = fotos;
  if (first)
    return <Thumbnail src={thumbnailOf(first)} alt={`Foto de ${nome}`} className="size-8 object-cover" />;
  return (
    <span
      role="img"
      aria-label="Sem foto"
      className="flex size-8 items-center justify-center rounded-small border bg-bg text-faint"
    >
      <Package aria-hidden className="size-4" />
    </span>
  );
}

/** On narrow screens the cell also shows the hidden columns. */
function Nome({ produto, onOpen }: { produto: ProdutoListado; onOpen: () => void }) {
  const { nome, sku, estoque_inicial, marca_nome, categoria_nome } = produto;
  return (
    <>
      <button
        type="button"
        className="block max-w-full truncate rounded-small font-medium hover:underline"
        onClick={onOpen}
      >
        {nome}
      </button>
      <UnderName until="xl">
        {sku}
        <span className="lg:hidden">
          {' · '}
          <span className={toneOf(estoque_inicial)}>{formatQuantity(estoque_inicial)} un.</span>
        </span>
      </UnderName>
      <UnderName until="xl">
        {marca_nome} · {categoria_nome}
      </UnderName>
    </>
  );
}

/** Uses the same limits as the cards. */
function toneOf(estoque: string): string {
  const quantidade = Number(estoque);
  if (quantidade === 0) return 'text-bad-fg';
  return quantidade < 10 ? 'text-warn-fg' : '';
}
