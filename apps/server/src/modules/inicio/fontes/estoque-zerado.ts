import { fonte } from './fonte.ts';

/** Saldos at zero, as the inventory counts them. */
export const estoqueZerado = fonte<{ itens: number }>({
  nome: 'estoque_zerado',
  direito: 'movimentar_estoque',
  peso: 32,
  sql: `select coalesce(sum(delta), 0)::int as itens from contadores
    where empresa_id = $1 and nome = 'inventario.zerado'`,
  decide: ([fato]) =>
    fato && fato.itens > 0
      ? {
          numero: fato.itens,
          titulo: fato.itens === 1 ? 'Item sem estoque' : 'Itens sem estoque',
          detalhe: 'O saldo do depósito é zero.',
          prazo: null,
          acao: { texto: 'Ver itens', tela: 'inventario_zerado' },
        }
      : null,
});
