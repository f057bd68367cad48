/** Missing indexes, which the proof has to notice by the plans of the product's statements. */
export const DEFECTS = {
  'the index by produto is missing': {
    sql: `drop index movimentos_estoque_produto_idx, movimentos_estoque_saldo_idx`,
    by: /reads of the ledger by no suitable index/,
  },
} as const;
