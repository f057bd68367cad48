import type { Situacao } from '@prumo/contract/inventario.ts';
import { Badge } from '#ui/badge.tsx';

export const SITUACAO_WORDS: Record<Situacao, string> = {
  normal: 'Normal',
  baixo: 'Baixo',
  zerado: 'Sem estoque',
};

const TONES = { normal: 'ok', baixo: 'warn', zerado: 'bad' } as const;

export function SituacaoBadge({ situacao }: { situacao: Situacao }) {
  return <Badge tone={TONES[situacao]}>{SITUACAO_WORDS[situacao]}</Badge>;
}
