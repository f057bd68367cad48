import { depositos } from '@prumo/contract/depositos.ts';
import type { Saldo } from '@prumo/contract/movimentos.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { namedOf } from '#records/pickable.ts';
import { Badge } from '#ui/badge.tsx';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { localOf } from './local.ts';
import { readQuantidade } from './produto-input.ts';

interface SaldoRowProps {
  /** As it was read with the produto; of one just added only the id is at hand. */
  deposito: Pick<Saldo, 'deposito_id'> & Partial<Saldo>;
  quantidade: string;
  /** Why it was refused. */
  error: string | undefined;
  /** Its quantity is what comes next. */
  justAdded: boolean;
  onChange: (quantidade: string) => void;
  onRemove: () => void;
}

export function SaldoRow(props: SaldoRowProps) {
  const { deposito, quantidade, error, justAdded, onChange, onRemove } = props;
  const errorId = useId();
  const { data } = useQuery({ ...namedOf(depositos, deposito.deposito_id), enabled: !deposito.nome });
  const nome = deposito.nome ?? data?.nome ?? '…';
  const local = localOf(deposito);
  // What is being typed, which need not be a number yet.
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!justAdded) return;
    input.current?.focus();
    input.current?.select();
  }, [justAdded]);
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-3.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium text-control">
          <span className="truncate">{nome}</span>
          {deposito.ativo === false && <Badge tone="neutral">Inativo</Badge>}
        </p>
        {local && <p className="truncate text-meta text-muted">{local}</p>}
        {error && (
          <p id={errorId} className="flex items-start gap-1.5 text-bad-fg text-control">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
      <div className="w-32 shrink-0">
        <DecimalInput
          ref={(element) => {
            input.current = element;
          }}
          aria-label={`Quantidade em ${nome}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
          className="text-right"
          value={typed ?? quantidade}
          signed
          onDecimal={(text) => {
            setTyped(text);
            onChange(readQuantidade(text));
          }}
          onBlur={() => setTyped(undefined)}
        />
      </div>
      <IconButton label={`Remover ${nome}`} hint="Remover" onClick={onRemove}>
        <X />
      </IconButton>
    </li>
  );
}
