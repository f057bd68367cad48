import { pedidos } from '@prumo/contract/pedidos.ts';
import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ClipboardList, Printer } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { agoOf } from '#lib/numbers/ago.ts';
import { useMay } from '#lib/session/may.tsx';
import { useNow } from '#lib/use-now.ts';
import { Button, buttonLook } from '#ui/button.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { SearchInput } from '#ui/form/search-input.tsx';
import { Page } from '#ui/page.tsx';
import { Abas } from './abas.tsx';
import { Detalhe, type DetalheActs } from './detalhe.tsx';
import { EscolhidosBar } from './escolhidos-bar.tsx';
import { Filtros } from './filtros.tsx';
import { useLeitor } from './leitor/use-leitor.ts';
import { Lista } from './lista.tsx';
import { AreaDeNotas } from './notas/area-de-notas.tsx';
import { EnviarNotas } from './notas/enviar-notas.tsx';
import { abaToOpen, canPrint, nextStep } from './pedido-words.ts';
import { filterOf, openedIn } from './pedidos-filter.ts';
import type { PedidosSearch } from './pedidos-search.ts';
import { useActs } from './use-acts.ts';
import { useEscolhidos } from './use-escolhidos.ts';
import { usePedidos } from './use-pedidos.ts';
import { useTeclas } from './use-teclas.ts';
import { Vazio } from './vazio.tsx';

const EtiquetasDialog = later(async () => (await import('./etiquetas/etiquetas-dialog.tsx')).EtiquetasDialog);
const FaltaDialog = later(async () => (await import('./falta-dialog.tsx')).FaltaDialog);
const ConferenciaDialog = later(async () => (await import('./conferencia-dialog.tsx')).ConferenciaDialog);

/** The counts follow the stream of changes. This read is the net below it. */
const COUNT_AGAIN_MS = 60_000;

interface PedidosPageProps {
  search: PedidosSearch;
  go: (change: PedidosSearch, options?: { replace: boolean }) => void;
}

/** What was sold and has to leave, by deadline. */
export function PedidosPage({ search, go }: PedidosPageProps) {
  const now = useNow();
  const resumo = useQuery({ ...queryOf(pedidos.summary), staleTime: 0, refetchInterval: COUNT_AGAIN_MS });
  const asked = filterOf(search);
  // A failure of the counts must not keep the list from opening.
  const first = resumo.data ? abaToOpen(resumo.data, now) : resumo.error ? 'preparar' : undefined;
  const aba = asked.aba ?? (asked.busca ? undefined : first);
  const filter = { ...asked, aba };
  const fila = usePedidos(filter, aba !== undefined || asked.busca !== undefined);
  const opened = openedIn(search);
  const escolhidos = useEscolhidos();
  const acts = useActs();
  const mayPick = useMay(pedidos.pick);
  const list = useRef<HTMLDivElement>(null);
  const [printing, setPrinting] = useState<readonly PedidoDaFila[]>();
  const falta = useDialog('falta');
  const conferencia = useDialog('conferir-devolucao');
  const itens = fila.itens ?? [];
  const narrowed = Boolean(asked.deposito_id ?? asked.conta_id ?? asked.modalidade);

  const focusOn = (id: string | undefined) =>
    list.current?.querySelector<HTMLElement>(`button[data-pedido="${id}"]`)?.focus();
  const open = (id: string) => go({ aba, pedido: id }, { replace: opened !== undefined });
  function close(): boolean {
    if (opened === undefined) return false;
    go({ pedido: undefined });
    focusOn(opened);
    return true;
  }
  function move(by: 1 | -1) {
    const focused = document.activeElement?.closest<HTMLElement>('tr[data-id]')?.dataset['id'];
    const from = itens.findIndex(({ id }) => id === (opened ?? focused));
    const next = itens[from < 0 ? 0 : from + by];
    if (!next) return;
    if (opened !== undefined) open(next.id);
    focusOn(next.id);
  }
  const ready = itens.filter((pedido) => pedido.etiqueta === 'pronta' && canPrint(pedido));
  const lidas = useLeitor({
    ...{ place: list, opened, onOpen: open },
    onPacked: (id) => acts.mark('separado', [id]),
  });
  const current = itens.find(({ id }) => id === opened);
  useTeclas({
    onMove: move,
    onPrint: () => {
      if (current && canPrint(current) && mayPick) setPrinting([current]);
    },
    onPick: () => {
      const isNext = current && nextStep({ ...current, resolvido_em: null }) === 'separar';
      if (isNext && mayPick) void acts.mark('separado', [current.id]);
    },
    onClose: () => {
      if (escolhidos.pedidos.length === 0) return close();
      escolhidos.clear();
      return true;
    },
  });
  const detalheActs: DetalheActs = {
    onMove: move,
    onClose: close,
    onPick: (id) => void acts.mark('separado', [id]),
    onUnpick: (id) => void acts.unmark('separado', id),
    onResolve: (id) => void acts.mark('resolvido', [id]),
    onPrint: (pedido) => setPrinting([pedido]),
    onFalta: falta.open,
    onConferir: conferencia.open,
  };

  return (
    <Page
      title="Pedidos"
      {...(resumo.data && { subtitle: readText(resumo.data, now) })}
      action={
        <>
          <Link
            to="/vendas/pedidos/separacao"
            search={{
              deposito_id: asked.deposito_id,
              conta_id: asked.conta_id,
              modalidade: asked.modalidade,
            }}
            className={buttonLook()}
          >
            <ClipboardList aria-hidden />
            <span className="max-md:sr-only">Lista de separação</span>
          </Link>
          {aba === 'nota' && itens.length > 0 && <EnviarNotas look={opened ? 'outline' : 'primary'} />}
          {ready.length > 0 && mayPick && (
            <Button
              look={opened || escolhidos.pedidos.length > 0 ? 'outline' : 'primary'}
              onClick={() => setPrinting(ready)}
            >
              <Printer aria-hidden />
              {ready.length === 1 ? 'Imprimir 1 etiqueta' : `Imprimir ${ready.length} etiquetas`}
            </Button>
          )}
        </>
      }
    >
      <Abas resumo={resumo.data} current={aba} search={search} />
      <div className="flex min-h-0 flex-1 gap-4 max-md:flex-none">
        <AreaDeNotas place={list} isActive={aba === 'nota'}>
          <div className="flex shrink-0 flex-wrap items-start gap-2 print:hidden">
            <SearchInput
              label="Pedido, SKU ou código de barras"
              value={asked.busca ?? ''}
              onSearch={(busca) =>
                go({ busca: busca || undefined, ...(busca && { aba: undefined }) }, { replace: true })
              }
            />
            <Filtros filter={asked} resumo={resumo.data} go={go} />
          </div>
          <Lista
            fila={fila}
            now={now}
            opened={opened}
            escolhidos={escolhidos}
            onOpen={open}
            empty={
              <Vazio
                aba={aba ?? 'preparar'}
                resumo={resumo.data}
                busca={asked.busca}
                narrowed={narrowed}
                onClear={() =>
                  go({ busca: undefined, deposito_id: undefined, conta_id: undefined, modalidade: undefined })
                }
              />
            }
            bar={
              escolhidos.pedidos.length > 0 && (
                <EscolhidosBar
                  escolhidos={escolhidos}
                  onPrint={setPrinting}
                  onPick={async (ids) => {
                    await acts.mark('separado', ids);
                    escolhidos.clear();
                  }}
                />
              )
            }
          />
        </AreaDeNotas>
        {opened && <Detalhe key={opened} id={opened} now={now} lidas={lidas} {...detalheActs} />}
      </div>
      {printing && (
        <Suspense>
          <EtiquetasDialog pedidos={printing} onClose={() => setPrinting(undefined)} />
        </Suspense>
      )}
      {falta.place && (
        <Opening title="Escolher outro depósito" onClose={falta.place.close}>
          <FaltaDialog args={falta.args ?? []} place={falta.place} />
        </Opening>
      )}
      {conferencia.place && (
        <Opening title="Conferir devolução" onClose={conferencia.place.close}>
          <ConferenciaDialog args={conferencia.args ?? []} place={conferencia.place} />
        </Opening>
      )}
    </Page>
  );
}

function readText({ contas }: { contas: readonly { lida_em: string | null }[] }, now: number): string {
  const oldest = contas.flatMap(({ lida_em }) => lida_em ?? []).toSorted()[0];
  const count = `${contas.length} ${contas.length === 1 ? 'conta' : 'contas'}`;
  return oldest ? `Lidos ${agoOf(oldest, now)} · ${count}` : count;
}
