import type { Edit } from '../kit/edits.ts';

/** A defect of `prove:stock --planted`: edits of the server's source, and SQL that removes a protection. */
interface Defect {
  edits: readonly Edit[];
  sql: string;
  /** The figure that must miss its bar. */
  by: RegExp;
}

const DECIDE = 'modules/movimentos/decide.ts';
const QUERIES = 'modules/movimentos/stock.queries.ts';
const CHANGE = 'modules/movimentos/write-stock.ts';

const NO_CHECKS = `alter table produto_deposito drop constraint produto_deposito_quantidade_check;
  alter table movimentos_estoque drop constraint movimentos_estoque_saldo_check;
  alter table produtos drop constraint produtos_estoque_inicial_check`;

export const DEFECTS = {
  /** Neither the rules nor the database check the remaining stock. */
  'no-balance-check': {
    edits: [
      { file: DECIDE, from: 'if (saldo < 0n) return tooLittle(place);', to: '' },
      { file: DECIDE, from: 'if (left < 0n) return tooLittle(from);', to: '' },
    ],
    sql: NO_CHECKS,
    by: /below zero/,
  },
  /** The product computes the saldo from an unlocked read, so concurrent updates overwrite each other. */
  'read-then-write': {
    edits: [
      { file: QUERIES, from: 'order by id for no key update', to: 'order by id' },
      {
        file: QUERIES,
        from: 'set quantidade = d.quantidade + l.delta',
        to: `set quantidade = l.delta + (select r.quantidade from produto_deposito r
          where r.empresa_id = $1 and r.produto_id = l.produto_id and r.deposito_id = l.deposito_id)`,
      },
    ],
    sql: 'select 1',
    by: /not the sum of their movimentos/,
  },
  /** The product does not recognise an attempt that is sent again. */
  'line-twice': {
    edits: [{ file: CHANGE, from: 'if (earlier.length > 0) return', to: 'if (earlier.length > 99) return' }],
    sql: 'alter table movimentos_estoque drop constraint movimentos_estoque_chave_key',
    by: /extra ledger lines/,
  },
} satisfies Record<string, Defect>;
