import { fonte } from './fonte.ts';

/** Saldos above zero and below their minimum, as the inventory counts them. */
export const estoqueBaixo = fonte<{ itens: number }>({
  nome: 'estoque_baixo',
  direito: 'movimentar_estoque',
  peso: 30,
  sql: `select coalesce(sum(delta), 0)::int as itens from contadores
    where empresa_id = $1 and nome = 'inventario.baixo'`,
  decide: ([fato]) =>
    fato && fato.itens > 0
      ? {
          numero: fato.itens,
          titulo: fato.itens === 1 ? 'Item abaixo do mínimo' : 'Itens abaixo do mínimo',
          detalhe: 'Ainda há saldo. Hora de repor, ou de mudar o mínimo.',
          prazo: null,
          acao: { texto: 'Ver itens', tela: 'inventario_baixo' },
        }
      : null,
});
