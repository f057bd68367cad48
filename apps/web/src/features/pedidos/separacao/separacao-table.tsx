import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import type { LinhaDeSeparacao } from '@prumo/contract/pedidos-fila.ts';
import { CircleCheck } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { Photo } from '#ui/photo/photo.tsx';
import { keyOf, readOf } from './reads.ts';
import type { useLeituras } from './use-leituras.ts';

interface SeparacaoTableProps {
  linhas: readonly LinhaDeSeparacao[];
  leituras: ReturnType<typeof useLeituras>;
  /** Whether there are more pieces than the list names. */
  mais: boolean;
}

const headLook = 'h-9 border-b bg-bg px-3 text-left font-normal text-meta text-muted';
const cellLook = 'border-b px-3 py-1.5';

export function SeparacaoTable({ linhas, leituras, mais }: SeparacaoTableProps) {
  return (
    <section
      aria-label="Peças para separar"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard
      tabIndex={0}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto rounded-card border max-md:flex-none md:self-start md:max-h-full"
    >
      <table className="w-full border-separate border-spacing-0 text-control">
        <thead>
          <tr>
            <th scope="col" className={cn(headLook, 'md:w-36')}>
              Depósito
            </th>
            <th scope="col" className={headLook}>
              Produto
            </th>
            <th scope="col" className={cn(headLook, 'w-36 max-lg:hidden')}>
              Código de barras
            </th>
            <th scope="col" className={cn(headLook, 'text-right md:w-24')}>
              Unidades
            </th>
            <th scope="col" className={cn(headLook, 'w-20 text-right max-md:hidden')}>
              Pedidos
            </th>
            <th scope="col" className={cn(headLook, 'w-28 max-md:hidden')}>
              Situação
            </th>
          </tr>
        </thead>
        <tbody>
          {linhas.map((linha) => (
            <Linha key={keyOf(linha)} linha={linha} leituras={leituras} />
          ))}
        </tbody>
      </table>
      {mais && (
        <p className="px-3 py-2 text-meta text-muted">
          Há mais peças do que esta lista mostra. Conclua esta e abra a próxima.
        </p>
      )}
    </section>
  );
}

function Linha({
  linha,
  leituras: { lidas, wrong, last },
}: Omit<SeparacaoTableProps, 'linhas' | 'mais'> & { linha: LinhaDeSeparacao }) {
  const { nome, sku, codigo_barras, foto, deposito_nome, unidades, pedidos } = linha;
  const read = readOf(linha, lidas);
  const isFull = read === unidades;
  const isLast = last === linha && !isFull;
  return (
    <tr
      className={cn(
        'h-12',
        isFull && 'text-muted',
        isLast && 'bg-accent',
        wrong?.key === keyOf(linha) && 'bg-bad text-bad-fg',
      )}
    >
      <td className={cn(cellLook, 'font-semibold')}>{deposito_nome ?? 'Sem depósito'}</td>
      <td className={cellLook}>
        <div className="flex items-center gap-3">
          <Photo src={foto && thumbnailOf(foto)} className="size-8 max-md:hidden" />
          <div className="min-w-0">
            <p className="font-medium max-md:line-clamp-2">{nome ?? 'Produto sem nome'}</p>
            <p className={cn('text-meta', isLast ? 'text-accent-fg' : 'text-muted')}>{sku}</p>
          </div>
        </div>
      </td>
      <td className={cn(cellLook, 'max-lg:hidden')}>{codigo_barras ?? '-'}</td>
      <td className={cn(cellLook, 'whitespace-nowrap text-right')}>
        <span className="font-semibold text-body">{read}</span> de {unidades}
      </td>
      <td className={cn(cellLook, 'text-right max-md:hidden')}>{pedidos}</td>
      <td className={cn(cellLook, 'max-md:hidden')}>
        {isFull ? (
          <span className="inline-flex items-center gap-1.5 text-ok-fg">
            <CircleCheck aria-hidden className="size-4" />
            Separado
          </span>
        ) : isLast ? (
          <span className="font-medium text-accent-fg">Lendo</span>
        ) : (
          <span className="text-muted">A separar</span>
        )}
      </td>
    </tr>
  );
}
