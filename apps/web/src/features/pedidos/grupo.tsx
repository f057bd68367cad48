import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { cn } from '#lib/class-names.ts';
import { formatMoney } from '#lib/numbers/format.ts';
import { Photo } from '#ui/photo/photo.tsx';
import { PickBox } from '#ui/table/pick-box.tsx';
import { EstoqueTag } from './estoque-tag.tsx';
import { NaLista } from './margem/na-lista.tsx';
import type { Margens } from './margem/use-margens.ts';
import { etiquetaText, hasCountdown, MODALIDADES, nameOf, numberOf, unitsOf } from './pedido-words.ts';
import { Prazo } from './prazo.tsx';
import { prazoTitle, timeOf } from './prazo-words.ts';
import type { Escolhidos } from './use-escolhidos.ts';

interface GrupoProps {
  group: { prazo: string | null; pedidos: PedidoDaFila[] };
  now: number;
  /** Whether the list has the whole width. */
  wide: boolean;
  faded: boolean;
  opened: string | undefined;
  escolhidos: Escolhidos;
  margens: Margens;
  onOpen: (id: string) => void;
}

/** The parcels of one deadline, with one countdown. */
export function Grupo({ group: { prazo, pedidos }, now, wide, faded, ...props }: GrupoProps) {
  const counts = prazo !== null && pedidos.some(hasCountdown);
  const modalidades = [...new Set(pedidos.flatMap(({ modalidade }) => modalidade ?? []))];
  return (
    <tbody className={cn('transition-opacity', faded && 'opacity-60')}>
      <tr>
        <th
          scope="rowgroup"
          colSpan={wide ? 6 : 4}
          className="h-8 border-b bg-bg px-3.5 text-left font-normal text-meta"
        >
          <span className="flex items-center gap-2">
            <span className="font-semibold text-control">{prazoTitle(prazo, now)}</span>
            <span className="min-w-0 truncate text-muted">
              {modalidades.length === 1 && modalidades[0] && (
                <span className="max-md:hidden">{MODALIDADES[modalidades[0]]} · </span>
              )}
              {pedidos.length} {pedidos.length === 1 ? 'pedido' : 'pedidos'}
            </span>
            {counts && <Prazo prazo={prazo} now={now} className="ml-auto" />}
          </span>
        </th>
      </tr>
      {pedidos.map((pedido) => (
        <Linha key={pedido.id} pedido={pedido} now={now} wide={wide} {...props} />
      ))}
    </tbody>
  );
}

interface LinhaProps extends Omit<GrupoProps, 'group' | 'faded'> {
  pedido: PedidoDaFila;
}

const cellLook = 'border-b px-3 py-1.5 first:pl-3.5 last:pr-3.5';

function Linha({ pedido, now, wide, opened, escolhidos, margens, onOpen }: LinhaProps) {
  const { id, itens, valor, modalidade } = pedido;
  const isOpen = id === opened;
  const isPicked = escolhidos.has(id);
  const numero = numberOf(pedido);
  const margem = margens.get(id);
  const depositos = depositosOf(pedido);
  return (
    <tr
      data-id={id}
      // A press anywhere opens the parcel. The keyboard uses the button of its name.
      onClick={() => onOpen(id)}
      className={cn(
        'h-12 cursor-pointer hover:bg-subtle/50',
        isPicked && 'bg-chosen',
        isOpen && 'bg-accent hover:bg-accent',
      )}
    >
      <td className={cellLook}>
        <div className="flex items-center gap-3">
          {/* The row opens by a press, and its box must not. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the press from the row */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps the press from the row */}
          <span className="contents" onClick={(event) => event.stopPropagation()}>
            <PickBox
              label={`Selecionar o pedido ${numero}`}
              state={isPicked ? 'all' : 'none'}
              disabled={false}
              narrow={escolhidos.shown}
              onPick={(on) => escolhidos.pick([pedido], on)}
            />
          </span>
          <Foto pedido={pedido} />
          <div className="min-w-0 flex-1">
            <button
              type="button"
              data-pedido={id}
              aria-current={isOpen ? 'true' : undefined}
              className="block max-w-full rounded-small text-left font-medium leading-[18px] max-md:line-clamp-2 md:truncate"
              onClick={(event) => {
                event.stopPropagation();
                onOpen(id);
              }}
            >
              {nameOf(pedido)}
              <span className="sr-only">, pedido {numero}</span>
            </button>
            <p className={cn('truncate text-meta', isOpen ? 'text-accent-fg' : 'text-muted')}>
              {pedido.itens_total > 1 &&
                `+${pedido.itens_total - 1} ${pedido.itens_total === 2 ? 'item' : 'itens'} · `}
              {/* Where the pieces are comes before what may be cut off, unless it has a column. */}
              {depositos && <span className={cn(wide && 'xl:hidden')}>{depositos} · </span>}
              <span className={wide ? 'max-md:hidden' : 'hidden'}>{numero}</span>
              {/* The numbers of a day differ at their end, which a narrow row would cut off. */}
              <span aria-hidden className={cn(wide && 'md:hidden')}>
                …{numero.slice(-6)}
              </span>
              {[timeOf(pedido.criado_em), wide && itens[0]?.sku].map((each) => each && ` · ${each}`)}
            </p>
            <p className="flex flex-wrap items-center gap-x-3 text-meta md:hidden">
              <EstoqueTag pedido={pedido} />
              <span className="text-muted">{etiquetaText(pedido, now)}</span>
            </p>
          </div>
        </div>
      </td>
      {wide && <td className={cn(cellLook, 'truncate max-xl:hidden')}>{depositos || '-'}</td>}
      <td className={cn(cellLook, 'max-md:hidden')}>
        <EstoqueTag pedido={pedido} />
      </td>
      {wide && (
        <td className={cn(cellLook, 'text-muted max-lg:hidden')}>
          {modalidade ? MODALIDADES[modalidade] : '-'}
        </td>
      )}
      <td className={cn(cellLook, 'truncate text-meta text-muted max-md:hidden', !wide && 'max-xl:hidden')}>
        <span className={cn(pedido.problema && 'font-medium text-bad-fg')}>{etiquetaText(pedido, now)}</span>
      </td>
      <td className={cn(cellLook, 'whitespace-nowrap text-right align-middle')}>
        {valor === null ? <span className="text-muted">-</span> : formatMoney(valor)}
        {margem && <NaLista margem={margem} />}
        <p className="text-meta text-muted md:hidden">{modalidade && MODALIDADES[modalidade]}</p>
      </td>
    </tr>
  );
}

const depositosOf = ({ itens }: PedidoDaFila) =>
  [...new Set(itens.flatMap(({ deposito_nome }) => deposito_nome ?? []))].join(', ');

/** The photo of the first item, with the units of the parcel on it. */
function Foto({ pedido }: { pedido: PedidoDaFila }) {
  const foto = pedido.itens[0]?.foto ?? null;
  const units = unitsOf(pedido);
  return (
    <span className="relative shrink-0">
      <Photo src={foto && thumbnailOf(foto)} className="size-8 max-md:size-10" />
      <span className="absolute -right-1.5 -bottom-1.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-fg px-1 font-semibold text-badge text-surface">
        {units}
        <span className="sr-only"> un.</span>
      </span>
    </span>
  );
}
