export interface Defect {
  sql: string;
  /** The figures that must show the defect. */
  by: RegExp;
}

/** Changes that ADR 0024 refuses. `allowed-changes.test.ts` would refuse their files; here they run. */
export const DEFECTS = {
  /** The build stops every write to the table. */
  'plain-index': {
    sql: 'create index produtos_prova_idx on produtos (empresa_id, nome, id);',
    by: /^p99 during|failed requests/,
  },
  /** Each changed row stays locked until the whole table is changed. */
  'whole-update': {
    sql: "do $$ begin update produtos set cod_referencia = cod_referencia || '{prova}'; end $$;",
    by: /^p99 during|failed requests|release steps/,
  },
} satisfies Record<string, Defect>;
