import type { SituacaoConta } from '@prumo/contract/contas.ts';
import { Badge } from '#ui/badge.tsx';

export const SituacaoBadge = ({ situacao }: { situacao: SituacaoConta }) =>
  situacao === 'ativa' ? <Badge tone="ok">Ativa</Badge> : <Badge tone="warn">Sem acesso</Badge>;
