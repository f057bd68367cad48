import pg from 'pg';
import { seedCatalogue } from '../kit/produtos.seed.ts';

export interface Sizes {
  pedidos: number;
  abertos: number;
  produtos: number;
}

/** How the open parcels are divided among the abas. */
const ABAS = [
  'preparar',
  'preparar',
  'preparar',
  'nota',
  'imprimir',
  'despachados',
  'despachados',
  'problemas',
];

/**
 * Loads the sales of one seller: each a pedido with a parcel, an item and a reserva. The last ones are open. Triggers are
 * off. Every value follows from the number of the sale.
 */
export async function seedPedidos(adminUrl: string, empresaId: string, sizes: Sizes): Promise<void> {
  await seedCatalogue(adminUrl, empresaId, { large: sizes.produtos, empresas: 1, each: 10 });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into mercado_livre_config (empresa_id, user_id, marketplace, nickname, user_ml_id)
     values ($1, gen_random_uuid(), 'mercado-livre', 'PRECOAUTOMATICO', '1001')`,
    [empresaId],
  );
  await client.query(
    `insert into vendas_config (empresa_id, marketplace, seller_id, reserva_desde, user_id)
     values ($1, 'mercado-livre', '1001', '2026-01-01', gen_random_uuid())`,
    [empresaId],
  );
  await client.query(
    `create unlogged table lugares as select row_number() over (order by produto_id, deposito_id) as n, produto_id, deposito_id
     from produto_deposito where empresa_id = '${empresaId}'`,
  );
  await client.query('create unique index on lugares (n)');
  await client.query(
    `create unlogged table numeros as select g.n, g.n > $1::int - $2::int as aberto, ($3::text[])[1 + g.n % 8] as aba,
       timestamptz '2026-11-18 12:00Z' - ($1 - g.n) * interval '40 seconds' as em, l.produto_id, l.deposito_id
     from generate_series(1, $1::int) g (n) join lugares l on l.n = 1 + g.n % (select max(n) from lugares)`,
    [sizes.pedidos, sizes.abertos, ABAS],
  );
  const values = `'${empresaId}'::uuid, 'mercado-livre', '1001'`;
  for (const insert of [
    `insert into pedidos (empresa_id, marketplace, seller_id, id, criado_em, atualizado_em, situacao, total, estornado, tarifas, quantidade, anuncio_id)
     select ${values}, (2000000000 + n)::text, em, em, 'pago', 100, 0, 10, 1, 'MLB' || n % 1000 from numeros`,
    `insert into vendas (empresa_id, marketplace, seller_id, pedido_id, criado_em, atualizado_em, situacao, foi_fechado, foi_pago, is_desfeito,
       risco_de_fraude, foi_dividido, pacote_id, envio_id, reclamacao_ids, itens)
     select ${values}, (2000000000 + n)::text, em, em, 'pago', true, true, false, false, false, (3000000000 + n)::text, (4000000000 + n)::text, '{}',
       jsonb_build_array(jsonb_build_object('anuncio_id', 'MLB' || n % 1000, 'variacao_id', '', 'quantidade', 1, 'is_kit', false)) from numeros`,
    `insert into vendas_envios (empresa_id, marketplace, seller_id, id, atualizado_em, etapa, foi_impresso, despachado_em, foi_devolvido, is_full,
       foi_dividido, despachar_ate, etiqueta, modalidade)
     select ${values}, (4000000000 + n)::text, em, case when aberto then 'preparando' else 'entregue' end, not aberto, case when not aberto then em end,
       false, false, false, em + interval '1 day', case when aberto then 'pronta' else 'impressa' end, 'coleta' from numeros`,
    `insert into reservas (empresa_id, marketplace, seller_id, pedido_id, anuncio_id, produto_id, deposito_id, reservado, saiu, prazo, criado_em)
     select ${values}, (2000000000 + n)::text, 'MLB' || n % 1000, produto_id, deposito_id, aberto::int, (not aberto)::int, em + interval '1 day', em from numeros`,
    `insert into pedidos_fila (empresa_id, marketplace, seller_id, pedido_id, envio_id, criado_em, aba, prazo, depositos, produtos)
     select ${values}, (2000000000 + n)::text, (4000000000 + n)::text, em, case when aberto then aba end,
       case when aberto then em + interval '1 day' else 'infinity' end, array[deposito_id], array[produto_id] from numeros`,
    `update produto_deposito d set reservado = n.reservado from (
       select produto_id, deposito_id, count(*) as reservado from numeros where aberto group by 1, 2) n
     where d.empresa_id = '${empresaId}' and d.produto_id = n.produto_id and d.deposito_id = n.deposito_id`,
  ])
    await client.query(insert);
  await client.query('vacuum (analyze)');
  await client.end();
}
