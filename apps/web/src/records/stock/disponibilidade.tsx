import { cn } from '#lib/class-names.ts';
import { formatQuantity } from '#lib/numbers/format.ts';

export interface DisponibilidadeProps {
  saldo: string;
  reservado: string;
  disponivel: string;
}

/** A quantity that may be below zero, with a true minus sign. */
export const formatSigned = (quantity: string) => formatQuantity(quantity).replace('-', '\u2212');

/** The three numbers of a stock in one text, always in this order and these words. */
export const disponibilidadeText = ({ saldo, reservado, disponivel }: DisponibilidadeProps) =>
  `Saldo ${formatSigned(saldo)} · Reservado ${formatSigned(reservado)} · Disponível ${formatSigned(disponivel)}`;

/** Whether sales promise something of the stock. Without a promise, the screens show the saldo alone. */
export const isPromised = ({ reservado }: Pick<DisponibilidadeProps, 'reservado'>) => Number(reservado) > 0;

/** A line with the three numbers under a stock. It is there only while sales promise something of it. */
export function Disponibilidade(props: DisponibilidadeProps & { className?: string }) {
  if (!isPromised(props)) return null;
  const { saldo, reservado, disponivel, className } = props;
  const lacks = disponivel.startsWith('-');
  return (
    <p className={cn('text-meta text-muted', className)}>
      Saldo {formatSigned(saldo)} · Reservado {formatSigned(reservado)} ·{' '}
      <span className={cn(lacks && 'font-medium text-bad-fg')}>Disponível {formatSigned(disponivel)}</span>
    </p>
  );
}
