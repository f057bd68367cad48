import { TRASH_DAYS } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export interface Escrita {
  /** The line of historico. */
  id: string;
  lote: string;
  pode_desfazer: boolean;
}

/** The tables whose changes Início offers to undo. A deposito is not among them (ADR 0053). */
const DESFAZIVEIS = [
  'marcas',
  'categorias',
  'clientes',
  'fornecedores',
  'vendedores',
  'produtos',
  'produto_deposito',
];

export async function maySeeAll(tx: TenantDb): Promise<boolean> {
  const [row] = await tx.query<{ all: boolean }>(
    `select has_right('ver_atividade') as all where $1::uuid is not null`,
  );
  return row?.all ?? false;
}

/**
 * The lote of each line, and whether this person can undo it: an own change of the last 30 days which is still the
 * newest one of its record, in a register that the papel may change.
 */
export const selectEscritas = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<Escrita>(
    `select h.id, h.lote, h.user_id = $3 and h.tabela = any ($4) and h.created_at > now() - make_interval(days => ${TRASH_DAYS})
       and has_right(right_of_table(h.tabela)) and h.id = (
         select x.id from historico x where x.empresa_id = $1 and x.tabela = h.tabela and x.registro_id = h.registro_id
         order by x.id desc limit 1) as pode_desfazer
     from unnest($2::uuid[]) n (id)
     cross join lateral (select * from historico h where h.empresa_id = $1 and h.id = n.id offset 0) h`,
    [ids, tx.userId, DESFAZIVEIS],
  );
