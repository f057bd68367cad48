import { notas } from '@prumo/contract/notas.ts';
import { pedidos } from '@prumo/contract/pedidos.ts';
import { ABA_EM_PALAVRAS, type PedidoAberto } from '@prumo/contract/pedidos-fila.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, ChevronUp, Copy, Printer, X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { later } from '#lib/loading/later.tsx';
import { useNarrowScreen } from '#lib/media.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { useMay } from '#lib/session/may.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Andamento } from './andamento.tsx';
import { ItemDetalhe } from './item-detalhe.tsx';
import { isLida } from './leitor/leituras.ts';
import { ProximaLeitura } from './leitor/proxima-leitura.tsx';
import { MargemBlock } from './margem/margem-block.tsx';
import { canPrint, hasCountdown, nextStep, numberOf, PROBLEMAS } from './pedido-words.ts';
import { Prazo } from './prazo.tsx';
import { momentOf, passedOf, tomOf } from './prazo-words.ts';

const NotaCard = later(async () => (await import('./notas/nota-card.tsx')).NotaCard);

export interface DetalheActs {
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
  onPick: (id: string) => void;
  onUnpick: (id: string) => void;
  onResolve: (id: string) => void;
  onPrint: (pedido: PedidoAberto) => void;
  onFalta: (pedidoId: string, reservaId: string) => void;
  onConferir: (pedidoId: string, reservaId: string) => void;
}

interface DetalheProps extends DetalheActs {
  id: string;
  now: number;
  /** The codes that a scanner has read of the parcel. */
  lidas: readonly string[];
}

/** One parcel beside the list. On a phone it covers the screen. */
export function Detalhe({ id, now, lidas, ...acts }: DetalheProps) {
  const { data, error, refetch } = useQuery({ ...queryOf(pedidos.get, { params: { id } }), staleTime: 0 });
  const isNarrow = useNarrowScreen();
  const panel = useRef<HTMLElement>(null);
  // On a phone the list lies under the panel, so the focus moves into it.
  useEffect(() => {
    if (isNarrow) panel.current?.focus();
  }, [isNarrow]);
  const { onMove, onClose } = acts;
  const numero = data ? numberOf(data) : '';
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={data ? `Pedido ${numero}` : 'Pedido'}
      {...(isNarrow && { role: 'dialog', 'aria-modal': true, 'data-detalhe': true })}
      className="flex min-h-0 flex-col overflow-hidden border bg-surface outline-none max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:top-(--strip) max-md:z-30 md:w-[440px] md:shrink-0 md:rounded-card print:hidden"
    >
      <header className="flex shrink-0 items-center gap-1 px-4 pt-3">
        <h2 className="mr-auto flex min-w-0 items-center gap-1 font-semibold text-body">
          <span className="truncate">Pedido {numero}</span>
          {data && (
            <IconButton label="Copiar o número" className="size-7" onClick={() => void copy(numero)}>
              <Copy />
            </IconButton>
          )}
        </h2>
        <IconButton label="Pedido anterior" hint="Anterior (K)" onClick={() => onMove(-1)}>
          <ChevronUp />
        </IconButton>
        <IconButton label="Próximo pedido" hint="Próximo (J)" onClick={() => onMove(1)}>
          <ChevronDown />
        </IconButton>
        <IconButton label="Fechar o pedido" hint="Fechar (Esc)" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {data ? (
        <Aberto pedido={data} now={now} lidas={lidas} {...acts} />
      ) : error ? (
        <FailureState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Carregando o pedido" className="flex flex-col gap-3 p-4">
          {['w-2/3', 'w-full', 'w-1/2', 'w-3/4'].map((width) => (
            <div key={width} className={cn('skeleton h-5', width)} />
          ))}
        </div>
      )}
    </section>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess('Número copiado');
  } catch (error) {
    notifyFailure('Não foi possível copiar', 'Selecione o número e copie com o teclado.', error);
  }
}

const BARS = { ruim: 'bg-bad-mark', atencao: 'bg-warn-mark', neutro: 'bg-chart' };

interface AbertoProps extends Omit<DetalheProps, 'id'> {
  pedido: PedidoAberto;
}

function Aberto({ pedido, now, lidas, ...acts }: AbertoProps) {
  const { aba, conta, envio, despachar_ate, problema, itens, criado_em, resolvido_em } = pedido;
  const maySend = useMay(notas.send);
  const destino = aba === 'nota' && maySend && conta.id && envio ? { conta_id: conta.id, envio } : undefined;
  return (
    <>
      <div className="min-h-0 grow divide-y overflow-y-auto border-b">
        <div className="flex flex-col gap-2 px-4 pb-3">
          <p className="flex flex-wrap items-center gap-2 text-meta text-muted">
            {aba && <Badge tone={aba === 'problemas' ? 'bad' : 'neutral'}>{ABA_EM_PALAVRAS[aba]}</Badge>}
            {conta.apelido ? `@${conta.apelido}` : 'Conta desconectada'}
            {pedido.numeros.length > 1 && ` · ${pedido.numeros.length} pedidos no pacote`}
          </p>
          {problema && !resolvido_em && (
            <p className="font-medium text-bad-fg text-control">{PROBLEMAS[problema]}</p>
          )}
          {despachar_ate && hasCountdown(pedido) && (
            <>
              <p className="flex justify-between gap-3 text-control">
                Despachar até {momentOf(despachar_ate, now)}
                <Prazo prazo={despachar_ate} now={now} />
              </p>
              <progress
                aria-label="Tempo até o despacho que já passou"
                value={passedOf(criado_em, despachar_ate, now)}
                className="sr-only"
              />
              <div aria-hidden className="h-1 overflow-hidden rounded-full bg-subtle">
                <div
                  className={cn('h-full', BARS[tomOf(despachar_ate, now)])}
                  style={{ width: `${passedOf(criado_em, despachar_ate, now) * 100}%` }}
                />
              </div>
            </>
          )}
        </div>
        {(destino || pedido.nota) && (
          <Suspense fallback={<div className="skeleton m-4 h-20" />}>
            <NotaCard pedido={pedido} now={now} destino={destino} />
          </Suspense>
        )}
        <ProximaLeitura pedido={pedido} lidas={lidas} />
        <ul aria-label="Itens" className="flex flex-col gap-4 px-4 py-3">
          {itens.map((item) => (
            <ItemDetalhe
              key={item.reserva_id ?? item.produto_id ?? item.nome}
              item={item}
              lida={isLida(item, lidas)}
              onFalta={(reserva) => acts.onFalta(pedido.id, reserva)}
              onConferir={(reserva) => acts.onConferir(pedido.id, reserva)}
            />
          ))}
        </ul>
        <Andamento pedido={pedido} now={now} />
        <MargemBlock id={pedido.id} />
      </div>
      <Rodape pedido={pedido} {...acts} />
    </>
  );
}

/** The next step is the primary button. A person who may not change stock has no buttons. */
function Rodape({ pedido, ...acts }: DetalheActs & { pedido: PedidoAberto }) {
  const mayPick = useMay(pedidos.pick);
  const { id, aba, separado_em } = pedido;
  const step = nextStep(pedido);
  const returned = pedido.itens.find(({ a_conferir, reserva_id }) => a_conferir > 0 && reserva_id);
  if (!mayPick) return null;
  const wide = 'grow';
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-2 bg-bg p-3 empty:hidden max-md:[&>*]:h-11">
      {step === 'conferir' && returned?.reserva_id && (
        <Button
          look="primary"
          className={wide}
          onClick={() => acts.onConferir(id, returned.reserva_id ?? '')}
        >
          Conferir devolução
        </Button>
      )}
      {step === 'resolver' && (
        <Button look="primary" className={wide} onClick={() => acts.onResolve(id)}>
          <Check aria-hidden />
          Marcar resolvido
        </Button>
      )}
      {step === 'separar' && (
        <Button
          look={aba === 'nota' ? 'outline' : 'primary'}
          className={wide}
          onClick={() => acts.onPick(id)}
        >
          <Check aria-hidden />
          Marcar separado
        </Button>
      )}
      {canPrint(pedido) && (
        <Button
          look={step === 'imprimir' ? 'primary' : 'outline'}
          className={cn(step === 'imprimir' && wide)}
          onClick={() => acts.onPrint(pedido)}
        >
          <Printer aria-hidden />
          {step === 'imprimir' ? 'Imprimir etiqueta' : 'Etiqueta'}
        </Button>
      )}
      {separado_em && hasCountdown(pedido) && (
        <Button onClick={() => acts.onUnpick(id)}>Desfazer separação</Button>
      )}
    </footer>
  );
}
