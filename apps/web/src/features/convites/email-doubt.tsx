import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Chip, chipOf } from './typed-emails.ts';

interface EmailDoubtProps {
  chip: Chip;
  onMend: (mended: Chip) => void;
}

/** Says what is wrong with an address, and proposes another. */
export function EmailDoubt({ chip: { email, doubt }, onMend }: EmailDoubtProps) {
  if (!doubt) return null;
  const { motivo, correcao, possivel } = doubt;
  return (
    <Reason>
      {motivo}
      {correcao && <Mend onPress={() => onMend(chipOf(correcao))}>Trocar por {correcao}</Mend>}
      {possivel && <Mend onPress={() => onMend({ email, kept: true })}>Manter assim</Mend>}
    </Reason>
  );
}

export function Reason({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-bad-fg text-control">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="flex min-w-0 flex-wrap gap-x-2 [overflow-wrap:anywhere]">{children}</span>
    </p>
  );
}

function Mend({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="rounded-small text-left font-medium text-accent-fg underline-offset-4 hover:underline"
    >
      {children}
    </button>
  );
}
