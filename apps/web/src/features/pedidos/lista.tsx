import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Frame } from '#ui/table/frame.tsx';
import { PickBox } from '#ui/table/pick-box.tsx';
import { Grupo } from './grupo.tsx';
import { useMargens } from './margem/use-margens.ts';
import { groupsOf } from './pedido-words.ts';
import type { Escolhidos } from './use-escolhidos.ts';
import type { Fila } from './use-pedidos.ts';

interface ListaProps {
  fila: Fila;
  now: number;
  opened: string | undefined;
  escolhidos: Escolhidos;
  onOpen: (id: string) => void;
  empty: ReactNode;
  /** Floats over the last rows while parcels are picked. */
  bar: ReactNode;
}

const headLook =
  'h-9 border-b bg-bg px-3 text-left font-normal text-meta text-muted first:pl-3.5 last:pr-3.5';

/** The parcels by deadline. Beside an open one the list has fewer columns; on a phone each parcel is a card. */
export function Lista({ fila, now, opened, escolhidos, onOpen, empty, bar }: ListaProps) {
  const { itens, parcial, stale, failure, more } = fila;
  const margens = useMargens(itens?.map(({ id }) => id) ?? []);
  if (failure)
    return (
      <Frame>
        <FailureState message={failure.message} onRetry={failure.retry} />
      </Frame>
    );
  const wide = opened === undefined;
  return (
    <Frame>
      <div className="relative min-h-0 grow overflow-y-auto overflow-x-hidden">
        <table
          aria-busy={stale || !itens}
          className="w-full table-fixed border-separate border-spacing-0 text-control"
        >
          {/* On a phone no heading sets the widths, and the row of a group spans columns that are not shown. */}
          <colgroup className="md:hidden">
            <col />
            <col className="w-28" />
            <col span={4} className="w-0" />
          </colgroup>
          <thead className="max-md:sr-only">
            <tr>
              <th scope="col" className={headLook}>
                <span className="flex items-center gap-3">
                  <PickBox
                    label="Selecionar estes pedidos"
                    state={escolhidos.pageOf(itens ?? [])}
                    disabled={!itens?.length}
                    narrow={false}
                    onPick={(on) => escolhidos.pick(itens ?? [], on)}
                  />
                  Pedido
                </span>
              </th>
              {wide && (
                <th scope="col" className={cn(headLook, 'w-40 max-xl:hidden')}>
                  Depósito
                </th>
              )}
              <th scope="col" className={cn(headLook, 'w-32 max-md:hidden')}>
                Estoque
              </th>
              {wide && (
                <th scope="col" className={cn(headLook, 'w-32 max-lg:hidden')}>
                  Envio
                </th>
              )}
              <th
                scope="col"
                className={cn(headLook, 'w-44 max-md:hidden', !wide && 'max-xl:hidden xl:w-36')}
              >
                Etiqueta
              </th>
              <th scope="col" className={cn(headLook, 'w-28 text-right')}>
                Valor
              </th>
            </tr>
          </thead>
          {itens ? (
            groupsOf(itens).map((group) => (
              <Grupo
                margens={margens}
                key={group.pedidos[0]?.id}
                group={group}
                now={now}
                wide={wide}
                faded={stale}
                opened={opened}
                escolhidos={escolhidos}
                onOpen={onOpen}
              />
            ))
          ) : (
            <Skeleton wide={wide} />
          )}
        </table>
        {itens?.length === 0 && !parcial && empty}
        {more && (
          <div className="flex justify-center p-3">
            <Button busy={more.busy} onClick={more.load}>
              Carregar mais
            </Button>
          </div>
        )}
        {bar && <div className="h-16" />}
      </div>
      {bar && (
        <div className="pointer-events-none z-20 flex justify-center max-md:fixed print:hidden max-md:inset-x-2 max-md:bottom-2 md:absolute md:inset-x-4 md:bottom-14 [&>*]:pointer-events-auto">
          {bar}
        </div>
      )}
      <footer className="flex h-10 shrink-0 items-center justify-between gap-3 border-t bg-bg px-3.5 text-meta text-muted">
        <p role="status">{itens && countText(itens, more !== undefined, parcial)}</p>
        <p aria-hidden className="flex items-center gap-1.5 max-lg:hidden">
          <Key>J</Key>
          <Key>K</Key> andar <Key>P</Key> imprimir <Key>S</Key> separado
        </p>
      </footer>
    </Frame>
  );
}

const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-small border bg-surface px-1.5 font-sans text-badge">{children}</kbd>
);

function countText(itens: readonly PedidoDaFila[], hasMore: boolean, parcial: boolean): string {
  const count = `${itens.length} ${itens.length === 1 ? 'pedido' : 'pedidos'}`;
  if (parcial) return `${count}. Há mais do que a busca lê: escreva mais do número ou do nome.`;
  return hasMore ? `${count} primeiros, por prazo` : `${count}, por prazo`;
}

const WIDTHS = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-1/2', 'w-3/5'];

function Skeleton({ wide }: { wide: boolean }) {
  return (
    <tbody aria-hidden>
      {WIDTHS.map((width, row) => (
        <tr key={width + String(row)} className="h-12">
          <td colSpan={wide ? 6 : 4} className="border-b px-3.5">
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
