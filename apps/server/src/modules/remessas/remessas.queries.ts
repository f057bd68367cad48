import type { ProdutoDaEmpresa } from '@prumo/contract/remessas.ts';
import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

export interface OwnEmpresa {
  id: string;
  nome: string;
}

/** Selects the empresas of the person of a session, by name. */
export const selectOwnEmpresas = (db: Database, tokenHash: string | null) =>
  db.global<OwnEmpresa>('select id, nome from empresas_of($1)', [tokenHash]);

/** The number of produtos with one code that an empresa answers with. */
const PRODUTOS = 5;

/** Selects the produtos whose SKU or codigo de referencia is this code, with their stock. */
export const selectByCodigo = (tx: TenantDb, codigo: string) =>
  tx.query<ProdutoDaEmpresa>(
    `select p.id, p.nome, p.sku, p.estoque_inicial::text as estoque, coalesce((
         select jsonb_agg(jsonb_build_object('deposito_id', e.id, 'nome', e.nome, 'quantidade', d.quantidade::text)
           order by e.nome_ordem, e.id)
         from produto_deposito d join depositos e on e.empresa_id = $1 and e.id = d.deposito_id
         where d.empresa_id = $1 and d.produto_id = p.id and d.quantidade > 0), '[]') as depositos
     from find_produtos('created_at', true, jsonb_build_object('busca', $2::text), null, null, ${PRODUTOS}) f
     cross join lateral unnest(f.ids) with ordinality s (id, n)
     cross join lateral (select * from produtos r where r.empresa_id = $1 and r.id = s.id offset 0) p
     where nullif(code_key($2), '') = any (p.chaves)
     order by s.n`,
    [codigo],
  );

/** Lets the requests with one key wait for each other. */
export const lockRemessa = (tx: TenantDb, id: string) =>
  tx.raw("select pg_advisory_xact_lock(hashtextextended('remessa ' || $1::text, 0))", [id]);

export async function selectProdutoBySku(tx: TenantDb, sku: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>('select id from produtos where empresa_id = $1 and sku = $2', [
    sku,
  ]);
  return row?.id;
}
