import type { VendasConfig } from '@prumo/contract/vendas-config.ts';
import { expect, test } from 'vitest';
import { previaEmPalavras, situacaoDe } from './vendas-words.ts';

test.each([
  [
    { pedidos: 0, unidades: 0, sem_produto: 0, mais: false },
    'Não há pedidos pagos desde esse dia. As próximas vendas já entram com a reserva.',
  ],
  [
    { pedidos: 1, unidades: 1, sem_produto: 1, mais: false },
    'Há 1 pedido pago desde esse dia, com 1 unidade. O que ainda não foi despachado entra como reserva. O que já foi não mexe no estoque. 1 pedido é de anúncio sem produto aqui e fica de fora: importe os anúncios antes.',
  ],
  [
    { pedidos: 1200, unidades: 1350, sem_produto: 2, mais: true },
    'Há pelo menos 1.200 pedidos pagos desde esse dia, com 1.350 unidades. O que ainda não foi despachado entra como reserva. O que já foi não mexe no estoque. 2 pedidos são de anúncios sem produto aqui e ficam de fora: importe os anúncios antes.',
  ],
])('the preview of %o is said in words', (previa, words) => expect(previaEmPalavras(previa)).toBe(words));

test('the sentence of a conta says since when and until when a sale is reserved', () => {
  const off: VendasConfig = {
    ...{ reserva_desde: null, saida_em: 'despacho', depositos: [], versao: 0, atualizado_em: null },
  };
  expect(situacaoDe(off)).toBe('As vendas desta conta não mexem no estoque.');
  expect(situacaoDe({ ...off, reserva_desde: '2026-11-18T03:00:00Z' })).toBe(
    'As vendas feitas desde 18/11/2026 reservam o estoque. A saída é lançada quando o pacote é despachado.',
  );
});
