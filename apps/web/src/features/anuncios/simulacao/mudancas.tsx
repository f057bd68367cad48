import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import type { MudancaSimulada } from '@prumo/contract/publicacao.ts';
import { ArrowRight } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { useNarrowScreen } from '#lib/media.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { Photo } from '#ui/photo/photo.tsx';
import { mudaText, porqueOf } from './simulacao-words.ts';

interface MudancasProps {
  /** Undefined while they load. */
  itens: readonly MudancaSimulada[] | undefined;
  isStale: boolean;
}

const head = 'h-9 bg-bg px-3 font-normal text-meta text-muted first:pl-3.5 last:pr-3.5';
const cell = 'border-t px-3 py-1.5 first:pl-3.5 last:pr-3.5';

/** The changes, as a table. On a phone they are a list. */
export function Mudancas({ itens, isStale }: MudancasProps) {
  const isNarrow = useNarrowScreen();
  const isBusy = isStale || !itens;
  const look = cn('text-control transition-opacity', isStale && 'opacity-60');
  if (isNarrow)
    return (
      <ul aria-label="Mudanças" aria-busy={isBusy} className={cn('divide-y', look)}>
        {itens?.map((each) => <Item key={keyOf(each)} mudanca={each} />) ?? <Skeleton as="li" />}
      </ul>
    );
  return (
    <table aria-busy={isBusy} className={cn('w-full table-fixed', look)}>
      <caption className="sr-only">Mudanças</caption>
      <thead>
        <tr>
          <th scope="col" className={cn(head, 'text-left')}>
            Anúncio
          </th>
          <th scope="col" className={cn(head, 'w-20 text-right')}>
            Publicado
          </th>
          <th scope="col" className={cn(head, 'w-24 text-right')}>
            Enviaria
          </th>
          <th scope="col" className={cn(head, 'w-18 text-right')}>
            Muda
          </th>
          <th scope="col" className={cn(head, 'w-72 pl-6 text-left max-lg:w-52')}>
            Por quê
          </th>
        </tr>
      </thead>
      <tbody>{itens?.map((each) => <Row key={keyOf(each)} mudanca={each} />) ?? <Skeleton as="tr" />}</tbody>
    </table>
  );
}

const keyOf = ({ anuncio_id, variacao_id }: MudancaSimulada) => `${anuncio_id} ${variacao_id}`;

function Row({ mudanca }: { mudanca: MudancaSimulada }) {
  return (
    <tr>
      <th scope="row" className={cn(cell, 'text-left font-normal')}>
        <div className="flex min-w-0 items-center gap-2.5">
          <Foto mudanca={mudanca} />
          <div className="min-w-0">
            <p className="truncate font-medium">{titleOf(mudanca)}</p>
            <p className="truncate text-meta text-muted">
              {[mudanca.anuncio_id, mudanca.variacao].filter(Boolean).join(' · ')}
            </p>
          </div>
        </div>
      </th>
      <td className={cn(cell, 'text-right text-muted')}>{unitsText(mudanca.publicado)}</td>
      <td className={cn(cell, 'text-right')}>
        <span className="flex items-center justify-between gap-2">
          <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />
          <Enviaria mudanca={mudanca} />
        </span>
      </td>
      <td className={cn(cell, 'text-right text-muted')}>{mudaText(mudanca)}</td>
      <td className={cn(cell, 'pl-6 text-meta text-muted')}>{porqueOf(mudanca)}</td>
    </tr>
  );
}

function Item({ mudanca }: { mudanca: MudancaSimulada }) {
  return (
    <li className="flex min-h-14 items-center gap-2.5 px-3.5 py-2">
      <Foto mudanca={mudanca} />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-medium">{titleOf(mudanca)}</p>
        <p className="text-meta text-muted">
          {[mudanca.anuncio_id, mudanca.variacao].filter(Boolean).join(' · ')}
        </p>
        <p className="text-meta text-muted">{porqueOf(mudanca)}</p>
      </div>
      <p className="flex shrink-0 items-center gap-1.5">
        <span className="text-muted">
          <span className="sr-only">Publicado </span>
          {unitsText(mudanca.publicado)}
        </span>
        <ArrowRight aria-hidden className="size-3.5 text-muted" />
        <span className="sr-only">enviaria </span>
        <Enviaria mudanca={mudanca} />
      </p>
    </li>
  );
}

const titleOf = ({ titulo, produto }: MudancaSimulada) => titulo || produto.nome;

const unitsText = (units: string) => formatInteger(Number(units));

const Foto = ({ mudanca: { produto } }: { mudanca: MudancaSimulada }) => (
  <Photo src={produto.foto && thumbnailOf(produto.foto)} className="size-8" />
);

/** Red when the marketplace would pause the anuncio. */
const Enviaria = ({ mudanca: { enviaria, tipo } }: { mudanca: MudancaSimulada }) => (
  <span className={cn('font-semibold', tipo === 'zera' && 'text-bad-fg')}>{unitsText(enviaria)}</span>
);

const WIDTHS = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-2/5'];

const Skeleton = ({ as }: { as: 'li' | 'tr' }) =>
  WIDTHS.map((width, row) =>
    as === 'li' ? (
      <li key={width + String(row)} aria-hidden className="px-3.5 py-2">
        <Bar width={width} />
      </li>
    ) : (
      <tr key={width + String(row)} aria-hidden>
        <td colSpan={5} className={cell}>
          <Bar width={width} />
        </td>
      </tr>
    ),
  );

const Bar = ({ width }: { width: string }) => (
  <div className="flex h-9 items-center gap-2.5">
    <div className="skeleton size-8 shrink-0" />
    <div className={cn('skeleton h-3.5', width)} />
  </div>
);
