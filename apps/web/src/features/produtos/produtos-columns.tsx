import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { Package } from 'lucide-react';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { UnderName } from '#records/under-name.tsx';
import { Thumbnail } from '#ui/photo/thumbnail.tsx';
import { ACTIONS, type Column } from '#ui/table/column.ts';
import type { Layout } from '#ui/table/layout.ts';
import { SecondLine } from '#ui/table/second-line.tsx';
import { ProdutoActions } from './produto-actions.tsx';
import type { OnAct } from './produto-acts.ts';
import { StockBar, stockText } from './stock-bar.tsx';

export const STANDARD: Layout = { densidade: 'compacta', segunda_linha: true, colunas: [] };

type ProdutoColumn = Column<ProdutoListado, 'sku' | 'nome' | 'preco_venda'>;

/**
 * A person without the right to see costs has no column for them. `picks` widens the first column of narrow screens for
 * the checkbox.
 */
export const columnsOf = (onAct: OnAct, seesCusto: boolean, picks: boolean): ProdutoColumn[] => [
  {
    header: 'Foto',
    shown: 'fixa',
    width: 86,
    className: picks ? 'max-md:w-20 max-md:pr-0' : 'max-md:w-13 max-md:pr-0',
    cell: (produto) => <Foto produto={produto} />,
  },
  {
    header: 'Código',
    shown: 'fixa',
    second: true,
    sort: 'sku',
    width: 138,
    className: 'max-xl:hidden',
    cell: ({ sku, cod_referencia }) => (
      <>
        <p className="truncate leading-[18px]">{sku}</p>
        {cod_referencia.length > 0 && <SecondLine>{codesOf(cod_referencia)}</SecondLine>}
      </>
    ),
  },
  {
    header: 'Nome',
    shown: 'fixa',
    sort: 'nome',
    className: 'max-md:px-2',
    cell: (produto) => <Nome produto={produto} onOpen={() => onAct('editar', produto)} />,
  },
  {
    header: 'Marca',
    width: 112,
    className: 'max-xl:hidden',
    cell: ({ marca_nome }) => <p className="truncate">{marca_nome}</p>,
  },
  {
    header: 'Categoria',
    width: 140,
    className: 'max-xl:hidden',
    cell: ({ categoria_nome }) => <p className="truncate text-muted">{categoria_nome}</p>,
  },
  {
    header: 'Estoque',
    width: 136,
    className: 'text-right max-lg:hidden',
    cell: (produto) => <StockBar produto={produto} />,
  },
  {
    header: 'Preço',
    sort: 'preco_venda',
    width: 112,
    className: 'text-right max-md:w-24 max-md:px-1',
    cell: ({ preco_venda }) => <span className="whitespace-nowrap">{formatMoney(preco_venda)}</span>,
  },
  {
    header: 'Mínimo',
    shown: 'extra',
    width: 88,
    className: 'text-right max-xl:hidden',
    cell: ({ minimo }) => (
      <span className="text-muted">{minimo === null ? '-' : formatQuantity(minimo)}</span>
    ),
  },
  ...(seesCusto ? [CUSTO] : []),
  {
    header: 'Fornecedor',
    shown: 'extra',
    width: 140,
    className: 'max-xl:hidden',
    cell: ({ fornecedor_nome }) => <p className="truncate text-muted">{fornecedor_nome}</p>,
  },
  {
    header: ACTIONS,
    width: 172,
    className: 'text-right max-md:w-12 max-md:px-1 max-md:last:pr-1.5',
    cell: (produto) => <ProdutoActions produto={produto} onAct={onAct} />,
  },
];

const CUSTO: ProdutoColumn = {
  header: 'Custo Unitário',
  shown: 'extra',
  width: 120,
  className: 'text-right max-xl:hidden',
  cell: ({ custo_unitario }) => (
    <span className="whitespace-nowrap text-muted">
      {custo_unitario === undefined ? '-' : formatMoney(custo_unitario)}
    </span>
  ),
};

/** The first code and the number of the others. */
const codesOf = ([first, ...others]: readonly string[]) =>
  others.length > 0 ? `${first} +${others.length}` : first;

function Foto({ produto: { nome, fotos } }: { produto: ProdutoListado }) {
  const [first] = fotos;
  if (first)
    return <Thumbnail src={thumbnailOf(first)} alt={`Foto de ${nome}`} className="size-7 object-cover" />;
  return (
    <span
      role="img"
      aria-label="Sem foto"
      className="flex size-7 items-center justify-center rounded-small border bg-bg text-faint"
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
        className="block max-w-full rounded-small text-left font-medium hover:underline max-md:line-clamp-2 md:truncate"
        onClick={onOpen}
      >
        {nome}
      </button>
      <UnderName until="xl">
        {sku}
        <span className="lg:hidden">
          {' · '}
          <span className={stockText(produto)}>{formatQuantity(estoque_inicial)} un.</span>
        </span>
      </UnderName>
      <UnderName until="xl">
        {marca_nome} · {categoria_nome}
      </UnderName>
    </>
  );
}
