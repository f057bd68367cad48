import type { EnvioDaNota } from '@prumo/contract/notas.ts';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { formatMoney } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { inputLook } from '#ui/form/input.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { blockOf, type Linha } from './linhas.ts';
import { Motivos } from './motivos.tsx';
import { canInsist } from './nota-words.ts';
import type { Opcao } from './use-esperando.ts';

export interface LinhaActs {
  onAssign: (envio: EnvioDaNota | undefined) => void;
  onInsist: () => void;
  onRemove: () => void;
}

interface LinhaDaNotaProps extends LinhaActs {
  linha: Linha;
  linhas: readonly Linha[];
  opcoes: readonly Opcao[];
  isSending: boolean;
}

/** One file: what it says, its parcel, and what became of it. */
export function LinhaDaNota({ linha, linhas, opcoes, isSending, ...acts }: LinhaDaNotaProps) {
  const { file, fase, nota, envio, por, motivos, mensagem } = linha;
  const isBusy = fase === 'lendo' || fase === 'enviando';
  const mayChoose = nota !== null && por !== 'numero' && !isBusy && fase !== 'enviada';
  const block = fase === 'lida' || fase === 'falha' ? blockOf(linha, linhas) : undefined;
  const isGuess = fase === 'lida' && por === 'valor' && envio !== undefined;
  return (
    <li aria-label={file.name} className="flex gap-3 py-3">
      <Situacao fase={fase} waits={block !== undefined || por === 'valor'} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 text-control">
        <p className="wrap-anywhere font-medium">{file.name}</p>
        <p className="text-meta text-muted empty:hidden">{aboutOf(linha, mayChoose)}</p>
        {mayChoose && (
          <div className="flex flex-wrap items-center gap-2">
            <select
              aria-label={`Pedido de ${file.name}`}
              value={envio?.id ?? ''}
              disabled={isSending}
              className={cn(inputLook, 'h-9 min-w-0 max-w-full flex-1 basis-60 max-md:h-11 md:text-control')}
              onChange={({ target }) =>
                acts.onAssign(opcoes.find(({ envio: { id } }) => id === target.value)?.envio)
              }
            >
              <option value="">Escolha o pedido</option>
              {opcoes.map(({ envio: each, texto }) => (
                <option key={each.id} value={each.id}>
                  {texto}
                </option>
              ))}
            </select>
            {isGuess && (
              <Button className="max-md:h-11" disabled={isSending} onClick={() => acts.onAssign(envio)}>
                É este pedido
              </Button>
            )}
          </div>
        )}
        {isGuess && !block && (
          <p className="text-meta text-warn-fg">O valor confere. Confira se é este o pedido da nota.</p>
        )}
        {fase === 'lida' && !envio && (
          <p className="text-meta text-warn-fg">
            A nota não diz o número do pedido e nenhum pedido tem este valor. Escolha o pedido.
          </p>
        )}
        {block && <p className="text-meta text-warn-fg">{block}</p>}
        {fase === 'recusada' && (
          <div className="flex flex-col items-start gap-2 text-bad-fg">
            <Motivos motivos={motivos} />
            {envio && canInsist(motivos) && (
              <Button className="max-md:h-11" disabled={isSending} onClick={acts.onInsist}>
                Enviar mesmo assim
              </Button>
            )}
          </div>
        )}
        {fase === 'falha' && <p className="text-bad-fg">{mensagem}</p>}
      </div>
      {!isBusy && fase !== 'enviada' && (
        <IconButton
          label={`Tirar ${file.name} da lista`}
          hint="Tirar da lista"
          disabled={isSending}
          onClick={acts.onRemove}
        >
          <X />
        </IconButton>
      )}
    </li>
  );
}

const FASES: Partial<Record<Linha['fase'], string>> = {
  lendo: 'Lendo...',
  enviando: 'Conferindo e enviando...',
  enviada: 'Aceita',
};

/** What the file says, its parcel unless a person chooses it below, and what happens with it. */
const aboutOf = ({ nota, envio, fase }: Linha, mayChoose: boolean) =>
  [
    nota && `Nota ${nota.numero}`,
    nota && formatMoney(nota.valor),
    envio && !mayChoose && `Pedido ${envio.numero}`,
    FASES[fase],
  ]
    .filter(Boolean)
    .join(' · ');

function Situacao({ fase, waits }: { fase: Linha['fase']; waits: boolean }) {
  const look = 'mt-0.5 size-4 shrink-0';
  if (fase === 'lendo' || fase === 'enviando') return <Spinner className={look} />;
  if (fase === 'enviada') return <CircleCheck aria-hidden className={cn(look, 'text-ok-fg')} />;
  if (fase === 'recusada' || fase === 'falha')
    return <CircleAlert aria-hidden className={cn(look, 'text-bad-fg')} />;
  if (waits) return <CircleAlert aria-hidden className={cn(look, 'text-warn-fg')} />;
  return <CircleCheck aria-hidden className={cn(look, 'text-muted')} />;
}
