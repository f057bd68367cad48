import { depositos } from '@prumo/contract/depositos.ts';
import { ArrowRight } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { RecordNameOf } from '#records/picker/record-name-of.tsx';

interface SaldoChangeProps {
  id: string;
  /** The name, when it is already known. */
  deposito: string | undefined;
  before: string;
  /** Undefined while the quantity is empty. */
  after: string | undefined;
}

/** The saldo of a deposito before and after the movimento. */
export function SaldoChange({ id, deposito, before, after }: SaldoChangeProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <dt className="min-w-0 truncate text-muted">
        Saldo em {deposito ?? <RecordNameOf of={depositos} id={id} />}
      </dt>
      <dd className="flex shrink-0 items-center gap-1.5 font-medium">
        {formatQuantity(before)}
        {after !== undefined && (
          <>
            <ArrowRight aria-hidden className="size-3.5 text-muted" />
            <span className="sr-only">passa a</span>
            <span className={cn(after.startsWith('-') && 'text-bad-fg')}>{formatQuantity(after)}</span>
          </>
        )}
      </dd>
    </div>
  );
}
