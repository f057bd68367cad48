import type { Movimento } from '@prumo/contract/movimentos.ts';
import { cn } from '#lib/class-names.ts';
import { formatDateTime, formatQuantity } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { tipoWord } from './tipo.ts';

const ORIGEM_WORDS: Record<Movimento['origem'], string | undefined> = {
  manual: undefined,
  produto: 'pelo cadastro do produto',
  desfazer: 'desfeita',
  exclusao: 'por exclusão',
};

interface MovimentoRowProps {
  movimento: Movimento;
  busy: boolean;
  onUndo: (() => void) | undefined;
}

/** A line of the ledger: what changed by how much, and what there was after it. */
export function MovimentoRow({ movimento, busy, onUndo }: MovimentoRowProps) {
  const { tipo, origem, deposito_nome, delta, saldo, motivo, quem, created_at } = movimento;
  const how = [tipoWord(tipo), ORIGEM_WORDS[origem]].filter(Boolean).join(' ');
  const out = delta.startsWith('-');
  return (
    <li className="flex items-start justify-between gap-3 py-2.5 first:pt-0">
      <div className="min-w-0">
        <p className="break-words text-control">
          <span className="font-medium">{how}</span> · {deposito_nome ?? 'depósito excluído'}
        </p>
        {motivo && <p className="break-words text-control text-muted">{motivo}</p>}
        <p className="text-meta text-muted">
          {formatDateTime(created_at)}
          {quem && ` · ${quem}`}
        </p>
        {onUndo && (
          <Button className="mt-1.5" busy={busy} onClick={onUndo}>
            Desfazer
          </Button>
        )}
      </div>
      <div className="shrink-0 text-right">
        <p className={cn('font-medium text-control', out ? 'text-bad-fg' : 'text-ok-fg')}>
          {out ? '−' : '+'}
          {formatQuantity(delta.replace('-', ''))}
        </p>
        <p className="text-meta text-muted">saldo {formatQuantity(saldo)}</p>
      </div>
    </li>
  );
}
