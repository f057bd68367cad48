import type { EstoqueDoInicio } from '@prumo/contract/inicio.ts';
import { hiddenOf, visible } from '#platform/db/field-rights.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Fonte } from './fontes/fonte.ts';

/**
 * Reads the facts of a source, and none for a person without its right. PostgreSQL tests the right once, before it reads
 * a row.
 */
export const selectFatos = (tx: TenantDb, { direito, sql, bySession }: Fonte, sessionHash: string | null) =>
  tx.query<object>(
    `select * from (${sql}) fatos where (select has_right('${direito}'))`,
    sql.includes('$2') ? [bySession ? sessionHash : tx.userId] : [],
  );

export async function selectEstoque(tx: TenantDb): Promise<EstoqueDoInicio> {
  const of = (nome: string) => `coalesce(sum(delta) filter (where nome = '${nome}'), 0)`;
  const [row] = await tx.query<EstoqueDoInicio & { ocultos: string[] }>(
    `select ${of('produtos')}::int as produtos, ${of('inventario.normal')}::int as normal,
       ${of('inventario.baixo')}::int as baixo, ${of('inventario.zerado')}::int as zerado,
       round(${of('produtos.valor')}, 2)::text as valor_estoque, ${hiddenOf(['valor_estoque'])} as ocultos
     from contadores where empresa_id = $1
       and nome in ('produtos', 'produtos.valor', 'inventario.normal', 'inventario.baixo', 'inventario.zerado')`,
  );
  if (!row) throw new Error('an aggregate without a row');
  return visible(row);
}

export interface ComecoRow {
  /** Whether the person has the rights that the steps need. */
  pode: boolean;
  oculto: boolean;
  nome: string;
  cnpj: string | null;
  criada_em: string;
  deposito: string | null;
  tem_produto: boolean;
  tem_contagem: boolean;
  tem_convite: boolean;
}

/**
 * Each question reads one row at most. A count is an ajuste that a person made in the inventory; the form of a produto
 * writes ajustes of its own. A second membro answers the question of the convite too.
 */
export async function selectComeco(tx: TenantDb): Promise<ComecoRow | undefined> {
  const [row] = await tx.query<ComecoRow>(
    `select has_right('gerir_equipe') as pode, e.nome, e.cnpj, e.created_at as criada_em,
       exists (select from comecos_ocultos o where o.empresa_id = $1 and o.user_id = $2) as oculto,
       (select d.nome from depositos d where d.empresa_id = $1 order by d.id limit 1) as deposito,
       exists (select from produtos p where p.empresa_id = $1) as tem_produto,
       exists (select from movimentos_estoque m where m.empresa_id = $1 and m.tipo = 'ajuste' and m.origem = 'manual') as tem_contagem,
       exists (select from convites c where c.empresa_id = $1)
         or exists (select from membros m where m.empresa_id = $1 and m.user_id <> $2 and m.saiu_em is null) as tem_convite
     from empresas e where e.id = $1`,
    [tx.userId],
  );
  return row;
}

export const insertOculto = (tx: TenantDb) =>
  tx.query(
    'insert into comecos_ocultos (empresa_id, user_id) values ($1, $2) on conflict (empresa_id, user_id) do nothing',
    [tx.userId],
  );
