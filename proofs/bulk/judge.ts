import type { Product } from '../kit/product.ts';

/** How the bulk change and the model lower a price: by R$ 3,10, to the nearest amount that ends in ,90. */
export const REAJUSTE = { modo: 'reais', valor: '-3.10', arredondar: '90' } as const;

/**
 * The model is SQL on `numeric` and shares no code with the product. A price that would become negative stays. An exact 0
 * stays 0. No amount that ends in ,90 is below 0,90.
 */
const MODEL = `case when a.preco_venda < 3.10 then a.preco_venda when a.preco_venda = 3.10 then 0
  else greatest(floor(a.preco_venda - 3.10 - 0.90 + 0.50), 0) + 0.90 end`;

/** Copies the produtos as they are before the change. `escolhido` is false for those that the request leaves out. */
export async function remember({ sql }: Product, empresaId: string, except: readonly string[]): Promise<void> {
  await sql('drop table if exists antes');
  await sql(
    `create table antes as select id, sku, nome, preco_venda, to_jsonb(p) - array['versao', 'preco_venda', 'preco_ordem'] as rest,
       id <> all ($2::uuid[]) as escolhido from produtos p where empresa_id = $1`,
    [empresaId, except],
  );
  await sql('alter table antes add primary key (id)');
}

const findings = (rows: readonly { finding: string }[]) => rows.map(({ finding }) => finding);

/** Compares every produto with the model, and the history with the changed produtos. */
export async function judgeChange({ sql }: Product, empresaId: string, lote: string): Promise<string[]> {
  const wrong = await sql<{ finding: string }>(
    `select a.sku || ' has ' || coalesce(p.preco_venda::text, 'no price') || ', not ' || e.preco as finding
     from antes a cross join lateral (select case when a.escolhido then ${MODEL} else a.preco_venda end as preco) e
     left join produtos p on p.empresa_id = $1 and p.id = a.id
     where p.preco_venda is distinct from e.preco or to_jsonb(p) - array['versao', 'preco_venda', 'preco_ordem'] <> a.rest
     limit 1000`,
    [empresaId],
  );
  const lines = await sql<{ finding: string }>(
    `select a.sku || ' has ' || count(h.id) || ' lines of the history' as finding
     from antes a left join historico h on h.empresa_id = $1 and h.tabela = 'produtos' and h.registro_id = a.id and h.lote = $2
     where a.escolhido group by a.id having count(h.id) <> (case when ${MODEL} = a.preco_venda then 0 else 1 end) limit 1000`,
    [empresaId, lote],
  );
  const refused = await sql<{ finding: string }>(
    `select coalesce(a.sku, r.sku) || ' is ' || case when r.sku is null then 'not ' else '' end || 'refused' as finding
     from (select sku from antes where escolhido and preco_venda < 3.10) a
     full join (select r.value ->> 'sku' as sku from lote_partes t cross join lateral jsonb_array_elements(t.recusas) r
       where t.empresa_id = $1 and t.lote_id = $2) r on r.sku = a.sku
     where a.sku is null or r.sku is null limit 1000`,
    [empresaId, lote],
  );
  return [...findings(wrong), ...findings(lines), ...findings(refused)];
}

/** Compares every produto with its state before the change. Those edited since keep the edit and are named. */
export async function judgeUndo(
  { sql }: Product,
  { empresaId, undo, edited }: { empresaId: string; undo: string; edited: readonly string[] },
): Promise<string[]> {
  const wrong = await sql<{ finding: string }>(
    `select a.sku || ' has ' || coalesce(p.nome || ' at ' || p.preco_venda, 'no record') as finding
     from antes a left join produtos p on p.empresa_id = $1 and p.id = a.id
     where case when a.id = any ($2::uuid[]) then p.nome is distinct from a.nome || ', editada' or p.preco_venda <> 77.77
       else p.preco_venda is distinct from a.preco_venda
         or to_jsonb(p) - array['versao', 'preco_venda', 'preco_ordem'] <> a.rest end
     limit 1000`,
    [empresaId, edited],
  );
  const named = await sql<{ id: string }>(
    `select r.value ->> 'produto_id' as id from lote_partes t cross join lateral jsonb_array_elements(t.recusas) r
     where t.empresa_id = $1 and t.lote_id = $2`,
    [empresaId, undo],
  );
  const ids = new Set(named.map(({ id }) => id));
  return [
    ...findings(wrong),
    ...edited.filter((id) => !ids.has(id)).map((id) => `${id} was edited and is not named`),
    ...[...ids].filter((id) => !edited.includes(id)).map((id) => `${id} was not edited and is named`),
  ];
}
