export interface Defect {
  sql: string;
  /** The figures that must show the defect. */
  by: RegExp;
}

/** Changes that ADR 0024 refuses. `allowed-changes.test.ts` would refuse their files; here they run. */
export const DEFECTS = {
  /** The build stops every write to the table. This one takes seconds on a small table too. */
  'plain-index': {
    sql: 'create index produtos_prova_idx on produtos using gin (produto_grams(empresa_id, nome_ordem, sku_ordem, codigos, chaves));',
    by: /^p99 during|failed requests/,
  },
  /** Each changed row stays locked until the whole table is changed. */
  'whole-update': {
    sql: "do $$ begin update produtos set cod_referencia = cod_referencia || '{prova}'; end $$;",
    by: /^p99 during|failed requests|release steps/,
  },
} satisfies Record<string, Defect>;
