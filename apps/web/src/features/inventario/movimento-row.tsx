import type { Movimento } from '@prumo/contract/movimentos.ts';
import { cn } from '#lib/class-names.ts';
import { formatDateTime, formatQuantity } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { tipoWord, undoneWord } from './tipo.ts';

const HOW: Record<Movimento['origem'], (tipo: Movimento['tipo']) => string> = {
  manual: tipoWord,
  produto: (tipo) => `${tipoWord(tipo)} pelo cadastro do produto`,
  desfazer: undoneWord,
  exclusao: (tipo) => `${tipoWord(tipo)} por exclusão`,
  remessa: (tipo) => `${tipoWord(tipo)} entre empresas`,
  venda: (tipo) => `${tipoWord(tipo)} por venda`,
  balcao: (tipo) => (tipo === 'saida' ? 'Venda no balcão' : 'Cancelamento de venda no balcão'),
};

interface MovimentoRowProps {
  movimento: Movimento;
  busy: boolean;
  onUndo: (() => void) | undefined;
}

/** A ledger line: the change and the saldo after it. */
export function MovimentoRow({ movimento, busy, onUndo }: MovimentoRowProps) {
  const { tipo, origem, deposito_nome, delta, saldo, motivo, quem, created_at } = movimento;
  const out = delta.startsWith('-');
  return (
    <li className="flex items-start justify-between gap-3 py-2.5 first:pt-0">
      <div className="min-w-0">
        <p className="break-words text-control">
          <span className="font-medium">{HOW[origem](tipo)}</span> · {deposito_nome ?? 'depósito excluído'}
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
