import { type ContaComAnuncios, anuncios as calls, type UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import type { KeyboardEvent, ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { useNarrowScreen } from '#lib/media.ts';
import { useMay } from '#lib/session/may.tsx';
import { Button } from '#ui/button.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Frame } from '#ui/table/frame.tsx';
import { footerText } from './anuncio-words.ts';
import { Bloco } from './bloco.tsx';
import { Cartao } from './cartao.tsx';
import type { Anuncios } from './use-anuncios.ts';

interface ListaProps {
  anuncios: Anuncios;
  contas: ReadonlyMap<string, ContaComAnuncios>;
  now: number;
  /** Whether a conta narrows the list. */
  isNarrowed: boolean;
  onLigar: (unit: UnidadeDeAnuncio) => void;
  onModo: (produtoId: string) => void;
  empty: ReactNode;
}

const head =
  'sticky top-0 z-10 h-9 border-b bg-bg px-3 font-normal text-meta text-muted first:pl-3.5 last:pr-3.5';

/** The anuncios by produto. On a phone each produto is a card. */
export function Lista({ anuncios, empty, ...rest }: ListaProps) {
  const isNarrow = useNarrowScreen();
  const mayChange = useMay(calls.link);
  const { blocos, parcial, stale, failure, more } = anuncios;
  if (failure)
    return (
      <Frame>
        <FailureState message={failure.message} onRetry={failure.retry} />
      </Frame>
    );
  const each = blocos?.map((bloco) => ({
    key: bloco.produto?.id ?? `${bloco.unidades[0]?.anuncio_id} ${bloco.unidades[0]?.variacao_id}`,
    ...{ bloco, ...rest },
  }));
  return (
    <Frame>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only moves the focus between the buttons inside */}
      <div
        className={cn('min-h-0 grow overflow-y-auto transition-opacity', stale && 'opacity-60')}
        onKeyDown={moveFocus}
        // Without a button inside, the keyboard could not scroll the list.
        {...(!mayChange && { tabIndex: 0, role: 'region', 'aria-label': 'Lista de anúncios' })}
      >
        {isNarrow ? (
          <ul aria-label="Anúncios" aria-busy={!blocos} className="divide-y">
            {each ? each.map(({ key, ...props }) => <Cartao key={key} {...props} />) : <CardSkeleton />}
          </ul>
        ) : (
          <table aria-busy={stale || !blocos} className="w-full min-w-240 table-fixed text-control">
            <caption className="sr-only">Anúncios por produto</caption>
            <thead>
              <tr>
                <th scope="col" className={cn(head, 'text-left')}>
                  Produto e anúncio
                </th>
                <th scope="col" className={cn(head, 'w-60 text-left')}>
                  Modo e cota
                </th>
                <th scope="col" className={cn(head, 'w-14 text-right')}>
                  Aqui
                </th>
                <th scope="col" className={cn(head, 'w-20 text-right')}>
                  Esperado
                </th>
                <th scope="col" className={cn(head, 'w-22 text-right')}>
                  Publicado
                </th>
                <th scope="col" className={cn(head, 'w-62 pl-6 text-left max-[87rem]:w-56')}>
                  Por que difere
                </th>
                <th scope="col" className={cn(head, 'w-32 max-[87rem]:w-20')}>
                  <span className="sr-only">Ações</span>
                </th>
              </tr>
            </thead>
            {each ? each.map(({ key, ...props }) => <Bloco key={key} {...props} />) : <Skeleton />}
          </table>
        )}
        {blocos?.length === 0 && !more && !parcial && empty}
        {more && (
          <div className="flex justify-center border-t p-3">
            <Button busy={more.busy} onClick={more.load}>
              Carregar mais
            </Button>
          </div>
        )}
      </div>
      <footer className="flex h-10 shrink-0 items-center border-t bg-bg px-3.5 text-meta text-muted">
        <p role="status">{blocos && footerText(blocos, more !== undefined, parcial)}</p>
      </footer>
    </Frame>
  );
}

/** ↑ and ↓ move between the buttons of the lines. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || !(event.target instanceof HTMLElement) || !event.target.matches('[data-ligar]')) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-ligar]')];
  const next = all[all.indexOf(event.target) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const WIDTHS = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-1/2'];

function Skeleton() {
  return (
    <tbody aria-hidden>
      {WIDTHS.map((width, row) => (
        <tr key={width + String(row)} className="h-16">
          <td colSpan={7} className="border-t px-3.5">
            <div className="flex items-center gap-3">
              <div className="skeleton size-8 shrink-0" />
              <div className={cn('skeleton h-3.5', width)} />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  );
}

const CardSkeleton = () =>
  WIDTHS.map((width, row) => (
    <li key={width + String(row)} aria-hidden className="flex h-28 flex-col gap-3 p-3.5">
      <div className="flex items-center gap-3">
        <div className="skeleton size-10 shrink-0" />
        <div className={cn('skeleton h-3.5', width)} />
      </div>
      <div className="skeleton h-3.5 w-1/2" />
    </li>
  ));
