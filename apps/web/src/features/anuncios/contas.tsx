import { anuncios, type ContaComAnuncios } from '@prumo/contract/anuncios.ts';
import { RefreshCw, Store } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { May } from '#lib/session/may.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { contaText, handleOf } from './anuncio-words.ts';
import { verText } from './simulacao/simulacao-words.ts';

interface ContasProps {
  contas: readonly ContaComAnuncios[];
  now: number;
  /** The conta whose reading is being asked for. */
  asked: string | undefined;
  onRead: (contaId: string) => void;
  onSimulate: (contaId: string) => void;
}

/** What is known of the anuncios of each conta, and how their reading goes. */
export function Contas({ contas, now, asked, onRead, onSimulate }: ContasProps) {
  return (
    <ul
      aria-label="Contas"
      className="grid shrink-0 gap-3 md:grid-cols-[repeat(auto-fit,minmax(22rem,1fr))] print:hidden"
    >
      {contas.map((conta) => (
        <Conta
          key={conta.id}
          conta={conta}
          now={now}
          asked={asked === conta.id}
          onRead={() => onRead(conta.id)}
          onSimulate={() => onSimulate(conta.id)}
        />
      ))}
    </ul>
  );
}

interface ContaProps {
  conta: ContaComAnuncios;
  now: number;
  asked: boolean;
  onRead: () => void;
  onSimulate: () => void;
}

function Conta({ conta, now, asked, onRead, onSimulate }: ContaProps) {
  const { situacao, aviso, encontrados, lidos } = conta.leitura;
  const isReading = situacao === 'lendo';
  const isStopped = situacao === 'parada';
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-card border bg-surface px-3 py-2.5">
      <div className="flex min-w-0 flex-auto items-center gap-2.5">
        <span
          aria-hidden
          className={cn(
            'flex size-8 shrink-0 items-center justify-center rounded-control',
            isStopped ? 'bg-warn text-warn-fg' : 'bg-accent text-accent-fg',
          )}
        >
          <Store className="size-4" />
        </span>
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
            <span className="truncate font-medium text-control">{handleOf(conta)}</span>
            <Badge tone="warn">Só simulação</Badge>
            {isReading && <Badge tone="neutral">Lendo</Badge>}
            {isStopped && <Badge tone="warn">Leitura parada</Badge>}
          </p>
          <p role="status" className="truncate text-meta text-muted">
            {contaText(conta, now)}
          </p>
        </div>
      </div>
      <div className="flex items-center max-md:w-full max-md:gap-1 max-md:flex-col max-md:items-stretch">
        {conta.mudancas.total > 0 && (
          <Button onClick={onSimulate}>
            {verText(conta.mudancas)}
            <span className="sr-only"> que seriam enviadas a {handleOf(conta)}</span>
          </Button>
        )}
        {!isReading && (
          <May call={anuncios.readAgain}>
            <Button look="ghost" busy={asked} className="px-1.5" onClick={onRead}>
              <RefreshCw aria-hidden />
              Ler de novo
              <span className="sr-only"> os anúncios de {handleOf(conta)}</span>
            </Button>
          </May>
        )}
      </div>
      {isReading && (
        <progress
          aria-label={`Anúncios lidos de ${handleOf(conta)}`}
          className="h-1 w-full appearance-none overflow-hidden rounded-full bg-subtle [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-subtle [&::-webkit-progress-value]:bg-primary"
          {...(lidos > 0 && { value: lidos, max: Math.max(encontrados, lidos) })}
        />
      )}
      {aviso && (
        <p
          role={isStopped ? 'alert' : 'status'}
          className={cn('w-full text-meta', isStopped ? 'text-warn-fg' : 'text-muted')}
        >
          {aviso}
        </p>
      )}
    </li>
  );
}
