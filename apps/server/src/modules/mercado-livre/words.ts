import type { Words } from '#modules/marketplace/marketplace.ts';

export const WORDS: Words = {
  o: 'O Mercado Livre',
  do: 'do Mercado Livre',
  no: 'no Mercado Livre',
  forbidden: {
    orders:
      'O Mercado Livre não deixa ler as vendas desta conta. Libere a permissão de vendas para este sistema no Mercado Livre e use Atualizar Dados.',
    listings:
      'O Mercado Livre não deixa ler os anúncios desta conta. Libere a permissão de publicações para este sistema no Mercado Livre e use Retomar.',
  },
};
