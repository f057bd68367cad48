import type pg from 'pg';

/** A comparison over all empresas that counts the rows that disagree. */
interface Check {
  name: string;
  /**
   * Returns `checked`, the number of rows compared, `wrong`, the number that disagree, and `examples` as
   * texts.
   */
  sql: string;
}

export interface Finding {
  name: string;
  checked: number;
  wrong: number;
  /** A few of the rows that disagree. */
  examples: string[];
}

const over = (pairs: string, wrong: string, words: string) => `
  with pairs as (${pairs})
  select count(*)::int as checked, count(*) filter (where ${wrong})::int as wrong,
    (array_agg(${words}) filter (where ${wrong}))[1:5] as examples from pairs`;

const CHECKS: readonly Check[] = [
  {
    name: 'saldos that are not the sum of their movimentos',
    sql: over(
      `select produto_id, deposito_id, coalesce(d.quantidade, 0) as quantidade, coalesce(m.soma, 0) as soma
       from produto_deposito d full join (
         select empresa_id, produto_id, deposito_id, sum(delta) as soma from movimentos_estoque group by 1, 2, 3
       ) m using (empresa_id, produto_id, deposito_id)`,
      'quantidade <> soma',
      `format('produto %s deposito %s: saldo %s, sum %s', produto_id, deposito_id, quantidade, soma)`,
    ),
  },
  {
    name: 'saldos that differ from the saldo of their last movimento',
    sql: over(
      `select d.produto_id, d.deposito_id, d.quantidade, coalesce((
         select m.saldo from movimentos_estoque m
         where m.empresa_id = d.empresa_id and m.produto_id = d.produto_id and m.deposito_id = d.deposito_id
         order by m.created_at desc limit 1), 0) as ultimo
       from produto_deposito d`,
      'quantidade <> ultimo',
      `format('produto %s deposito %s: saldo %s, last line %s', produto_id, deposito_id, quantidade, ultimo)`,
    ),
  },
  {
    name: 'movimentos whose saldo is not the previous saldo plus their delta',
    sql: over(
      `select id, saldo, delta, coalesce(lag(saldo) over (
         partition by empresa_id, produto_id, deposito_id order by created_at), 0) as antes
       from movimentos_estoque`,
      'saldo <> antes + delta',
      `format('movimento %s: %s and %s is not %s', id, antes, delta, saldo)`,
    ),
  },
  {
    name: 'produtos whose estoque is not the sum of their saldos',
    sql: over(
      `select p.id, p.estoque_inicial, coalesce(s.soma, 0) as soma from produtos p left join (
         select empresa_id, produto_id, sum(quantidade) as soma from produto_deposito group by 1, 2
       ) s on s.empresa_id = p.empresa_id and s.produto_id = p.id`,
      'estoque_inicial <> soma',
      `format('produto %s: estoque %s, saldos %s', id, estoque_inicial, soma)`,
    ),
  },
  {
    name: 'saldos below zero',
    sql: over(
      `select produto_id, deposito_id, quantidade from produto_deposito
       union all select produto_id, deposito_id, saldo from movimentos_estoque`,
      'quantidade < 0',
      `format('produto %s deposito %s: %s', produto_id, deposito_id, quantidade)`,
    ),
  },
  {
    name: 'saldos whose reservado is not the sum of their reservas',
    sql: over(
      `select produto_id, deposito_id, coalesce(d.reservado, 0) as reservado, coalesce(r.soma, 0) as soma
       from produto_deposito d full join (
         select empresa_id, produto_id, deposito_id, sum(reservado) as soma from reservas
         where reservado > 0 and deposito_id is not null group by 1, 2, 3
       ) r using (empresa_id, produto_id, deposito_id)`,
      'reservado <> soma',
      `format('produto %s deposito %s: reservado %s, reservas %s', produto_id, deposito_id, reservado, soma)`,
    ),
  },
  {
    name: 'produtos whose reservado is not the sum of their reservas',
    sql: over(
      `select produto_id as id, coalesce(p.reservado, 0) as reservado, coalesce(r.soma, 0) as soma
       from (select empresa_id, id as produto_id, reservado from produtos) p full join (
         select empresa_id, produto_id, sum(reservado) as soma from reservas where reservado > 0 group by 1, 2
       ) r using (empresa_id, produto_id)`,
      'reservado <> soma',
      `format('produto %s: reservado %s, reservas %s', id, reservado, soma)`,
    ),
  },
  {
    // A restored empresa has lines of sales that it does not have, so only lines of known sales are compared.
    name: 'items of sales at the counter that are not their movimentos',
    sql: over(
      `select chave, produto_id, deposito_id, coalesce(i.delta, 0) as delta, coalesce(m.soma, 0) as soma from (
         select v.empresa_id, v.id as chave, i.produto_id, v.deposito_id, -i.quantidade as delta
         from vendas_balcao v join vendas_balcao_itens i on i.empresa_id = v.empresa_id and i.venda_id = v.id
         union all
         select v.empresa_id, v.cancelamento_id, i.produto_id, v.volta_deposito_id, i.voltou
         from vendas_balcao v join vendas_balcao_itens i on i.empresa_id = v.empresa_id and i.venda_id = v.id
         where i.voltou > 0 or (v.cancelada_em is null and i.voltou is not null)
       ) i full join (
         select empresa_id, chave, produto_id, deposito_id, sum(delta) as soma from movimentos_estoque
         where (empresa_id, chave) in (
           select empresa_id, id from vendas_balcao
           union all select empresa_id, cancelamento_id from vendas_balcao where cancelamento_id is not null)
         group by 1, 2, 3, 4
       ) m using (empresa_id, chave, produto_id, deposito_id)`,
      'delta <> soma',
      `format('chave %s, produto %s, deposito %s: items %s, movimentos %s', chave, produto_id, deposito_id, delta, soma)`,
    ),
  },
  {
    name: 'sales at the counter whose amounts are not the sums of their items',
    sql: over(
      `select v.numero, v.bruto, v.desconto, coalesce(i.bruto, 0) as brutos, coalesce(i.desconto, 0) as descontos
       from vendas_balcao v left join (
         select empresa_id, venda_id, sum(bruto) as bruto, sum(desconto) as desconto from vendas_balcao_itens group by 1, 2
       ) i on i.empresa_id = v.empresa_id and i.venda_id = v.id`,
      'bruto <> brutos or desconto <> descontos',
      `format('sale %s: %s less %s, items %s less %s', numero, bruto, desconto, brutos, descontos)`,
    ),
  },
  {
    name: 'totals on the cards that differ from a count of the rows',
    sql: over(
      `select empresa_id, nome, coalesce(c.valor, 0) as kept, coalesce(r.valor, 0) as counted
       from (
         select empresa_id, nome, sum(delta) as valor from contadores
         where nome like 'produtos%' or nome like 'inventario.%' group by 1, 2
       ) c full join (
         select p.empresa_id, t.nome, sum(t.valor) as valor
         from produtos p cross join lateral produto_totals(p.custo_unitario, p.estoque_inicial) t group by 1, 2
         union all
         select empresa_id, 'inventario.' || situacao, count(*) from produto_deposito group by 1, 2
       ) r using (empresa_id, nome)`,
      'kept <> counted',
      `format('empresa %s, %s: kept %s, counted %s', empresa_id, nome, kept, counted)`,
    ),
  },
];

/** Compares the whole stock with its ledger in one snapshot, with a role that sees every empresa. */
export async function checkStock(client: pg.ClientBase): Promise<Finding[]> {
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local statement_timeout = 0');
  const findings: Finding[] = [];
  for (const { name, sql } of CHECKS) {
    const { rows } = await client.query(sql);
    findings.push({ name, checked: rows[0].checked, wrong: rows[0].wrong, examples: rows[0].examples ?? [] });
  }
  await client.query('commit');
  return findings;
}
