import type { Importacao } from '@prumo/contract/importacoes.ts';
import { Notice } from '#ui/notice.tsx';

interface HeldUpProps {
  importacao: Importacao;
  /** How it stands could not be read. */
  error: Error | null;
}

/** Why it does not go on at the moment. */
export function HeldUp({ importacao: { situacao, aviso }, error }: HeldUpProps) {
  const sentence = error?.message ?? aviso ?? (situacao === 'interrompida' ? INTERRUPTED : undefined);
  if (!sentence) return null;
  return (
    <Notice>
      <p>{sentence}</p>
    </Notice>
  );
}

const INTERRUPTED = 'A importação parou. Retome para continuar de onde estava.';
