import type { Explanations } from '#platform/errors.ts';

const WRONG = 'Esta escolha não é válida. Recarregue a página e escolha de novo.';

export const publicacaoExplanations: Explanations = {
  publicacoes_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  publicacoes_produto_fkey: { message: 'Este produto não existe mais. Atualize a página.' },
  publicacoes_modo_check: { message: WRONG },
  publicacoes_retidas_check: { message: WRONG },
  publicacoes_tudo_check: { message: WRONG },
};
