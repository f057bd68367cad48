import { depositos } from '@prumo/contract/depositos.ts';
import type { Saldo } from '@prumo/contract/movimentos.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { DecimalInput } from '#records/fields/decimal-input.tsx';
import { useDecimal } from '#records/fields/use-decimal.ts';
import { namedOf } from '#records/picker/pickable.ts';
import { Disponibilidade } from '#records/stock/disponibilidade.tsx';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { localOf } from './local.ts';
import { QUANTIDADE, settleQuantidade } from './produto-input.ts';

interface SaldoRowProps {
  /** The saldo as loaded with the produto. A deposito just added has only its id. */
  deposito: Pick<Saldo, 'deposito_id'> & Partial<Saldo>;
  quantidade: string;
  /** The reason of a refusal. */
  error: string | undefined;
  /** True moves the focus to the quantity. */
  justAdded: boolean;
  onChange: (quantidade: string) => void;
  onRemove: () => void;
}

export function SaldoRow(props: SaldoRowProps) {
  const { deposito, quantidade, error, justAdded, onChange, onRemove } = props;
  const wordsId = useId();
  const { data } = useQuery({ ...namedOf(depositos, deposito.deposito_id), enabled: !deposito.nome });
  const nome = deposito.nome ?? data?.nome ?? '…';
  const local = localOf(deposito);
  // The text that became 0 when the person left the field.
  const [dropped, setDropped] = useState<string>();
  const decimal = useDecimal({
    value: quantidade,
    onDecimal: (next) => {
      setDropped(undefined);
      onChange(next);
    },
    kind: QUANTIDADE,
    error,
  });
  const note = dropped ? `“${dropped}” não é uma quantidade e virou 0.` : decimal.note;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!justAdded) return;
    input.current?.focus();
    input.current?.select();
  }, [justAdded]);
  function settle() {
    const settled = settleQuantidade(quantidade);
    if (settled === quantidade) return;
    setDropped(decimal.text || undefined);
    onChange(settled);
  }

  return (
    <li className="flex flex-col gap-1 py-2 pr-2 pl-3.5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 font-medium text-control">
            <span className="truncate">{nome}</span>
            {deposito.ativo === false && <Badge tone="neutral">Inativo</Badge>}
          </p>
          {local && <p className="truncate text-meta text-muted">{local}</p>}
          <Disponibilidade
            saldo={deposito.quantidade ?? '0'}
            reservado={deposito.reservado ?? '0'}
            disponivel={deposito.disponivel ?? '0'}
          />
        </div>
        <div className="w-32 shrink-0">
          <DecimalInput
            ref={(element) => {
              input.current = element;
            }}
            aria-label={`Quantidade em ${nome}`}
            aria-invalid={decimal.error ? true : undefined}
            aria-describedby={decimal.error || note ? wordsId : undefined}
            className="text-right"
            decimal={decimal}
            onBlur={settle}
          />
        </div>
        <IconButton label={`Remover ${nome}`} hint="Remover" onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      <div id={wordsId} className="flex flex-col gap-1 text-control empty:hidden">
        {decimal.error && (
          <p className="flex items-start gap-1.5 text-bad-fg">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {decimal.error}
          </p>
        )}
        {note && <p>{note}</p>}
      </div>
    </li>
  );
}
