import type { MargemNaLista } from '@prumo/contract/margem.ts';
import { cn } from '#lib/class-names.ts';
import { percentText, withoutText } from './margem-words.ts';

/** The margin of a row. A margin without a cost that is not known yet is the most that can be left, and says so. */
export function NaLista({ margem: { percentual, falta } }: { margem: MargemNaLista }) {
  if (percentual === null) return null;
  const without = withoutText(falta);
  return (
    <p
      title={without ? `Margem${without}` : undefined}
      className={cn('text-meta', percentual.startsWith('-') ? 'text-bad-fg' : 'text-muted')}
    >
      <span className="sr-only">Margem{without} </span>
      {without && 'até '}
      {percentText(percentual)}
    </p>
  );
}
