import type { Importacao } from '@prumo/contract/importacoes.ts';
import { Notice } from '#ui/notice.tsx';

interface HeldUpProps {
  importacao: Importacao;
  /** The error of the last poll. */
  error: Error | null;
}

/** Explains why the importacao is not progressing. */
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
