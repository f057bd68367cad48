import { ELSEWHERE } from './elsewhere.ts';

/**
 * What the database keeps, for how long, and why (ADR 0103). The jobs remove by this declaration, docs/retention.md
 * repeats it, and tests compare it with the catalogue of PostgreSQL, so that no table is forgotten.
 */

/** Who decides a term: the empresa on its screen, a law, or we, for the product or for its cost. */
type Decides = 'empresa' | 'law' | 'product' | 'cost';

export interface Removed {
  /** The data, as the document names it. */
  what: string;
  /** The tables, each with its schema unless that is `public`. */
  tables: readonly string[];
  /** The term as an interval of PostgreSQL. Null when each row has its own. */
  term: string | null;
  /** When the term begins, or when the row itself says that it is over. */
  from: string;
  decides: Decides;
  why: string;
  /** The kind of job that removes the rows, or what else does. */
  by: string;
}

/** The name of the job that removes what has no job of its own. */
const EXPIRE = 'manutencao.expirar';

/** The rows of an empresa that `manutencao.expirar` deletes in batches, the oldest first. */
export interface Rows {
  table: string;
  /** The columns of the primary key after `empresa_id`. */
  key: readonly string[];
  /** The column with the instant at which the term begins. */
  since: string;
  /** A condition on the rows. */
  where?: string;
}

type Expired = Removed & { term: string; rows: Rows };

/** What `manutencao.expirar` deletes by age. */
export const EXPIRED: readonly Expired[] = [
  {
    what: 'answers to requests, for repetitions',
    tables: ['idempotency_keys'],
    term: '48 hours',
    from: 'the request',
    decides: 'product',
    why: 'no client repeats a request that late, and the answers contain personal data',
    by: EXPIRE,
    rows: { table: 'idempotency_keys', key: ['id'], since: 'created_at' },
  },
  {
    what: 'refused movimentos, for repetitions',
    tables: ['movimentos_recusados'],
    term: '30 days',
    from: 'the refusal',
    decides: 'product',
    why: 'a device that was offline repeats a movimento within days',
    by: EXPIRE,
    rows: { table: 'movimentos_recusados', key: ['chave'], since: 'created_at' },
  },
  {
    what: 'notifications of pedidos that no worker could read',
    tables: ['notificacoes'],
    term: '30 days',
    from: 'the arrival',
    decides: 'cost',
    why: 'the conta waits for its seller; the synchronisation after a new connection finds the pedidos again',
    by: EXPIRE,
    rows: {
      table: 'notificacoes',
      key: ['marketplace', 'seller_id', 'topico', 'recurso'],
      since: 'recebida_em',
      where: "pendente and topico = 'pedidos'",
    },
  },
];

/** The terms that a person of the empresa can choose for its history, in years; the contract states the same. */
const HISTORICO: Removed = {
  what: 'history of records, and the chain of atividades over it',
  tables: ['historico', 'atividades', 'lotes'],
  term: null,
  from: 'the change: 1, 2, 5 or 10 years, as the empresa chooses; 5 by default',
  decides: 'empresa',
  why: 'five years are the usual limit of tax claims; records of access stay for six months (Marco Civil, art. 15), so one year is the least',
  by: EXPIRE,
};

export const REMOVED: readonly Removed[] = [HISTORICO, ...EXPIRED, ...ELSEWHERE];
