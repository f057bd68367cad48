import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Candidato } from './propose-envio.ts';

/** The maximum number of waiting parcels whose value is compared (ADR 0042). A number finds every parcel. */
const COMPARED = 500;

/** Selects the parcels whose numbers the note may name, and those that wait for a note, by deadline. */
export const selectCandidatos = (tx: TenantDb, referencias: readonly string[]) =>
  tx.query<Candidato>(
    `with sold as (
       (select marketplace, seller_id, envio_id from vendas where empresa_id = $1 and pedido_id = any ($2::text[]) limit 100)
       union (select marketplace, seller_id, envio_id from vendas where empresa_id = $1 and pacote_id = any ($2::text[]) limit 100)
     ), named as (
       select f.id from sold s cross join lateral (select id from pedidos_fila q where q.empresa_id = $1
         and q.envio_id = s.envio_id and q.marketplace = s.marketplace and q.seller_id = s.seller_id offset 0) f
       union (select id from pedidos_fila where empresa_id = $1 and envio_id = any ($2::text[]) limit 100)
     ), waiting as (
       select id from pedidos_fila where empresa_id = $1 and aba = 'nota' order by prazo, criado_em, id limit ${COMPARED}
     ), found as (select id from named union select id from waiting)
     select f.id, c.id as conta_id, f.envio_id as envio, f.pedido_id as numero, v.valor, f.criado_em,
       nullif(f.prazo, 'infinity') as despachar_ate, f.id in (select id from named) as is_nomeado,
       f.aba is not distinct from 'nota' and n.chave is null as espera
     from found x
     cross join lateral (select * from pedidos_fila q where q.empresa_id = $1 and q.id = x.id offset 0) f
     cross join lateral (select id from mercado_livre_config q where q.empresa_id = $1 and q.marketplace = f.marketplace
       and q.user_ml_id = f.seller_id and q.active limit 1) c
     left join lateral (select chave from notas q where q.empresa_id = $1 and q.marketplace = f.marketplace
       and q.seller_id = f.seller_id and q.envio_id = f.envio_id and q.situacao = 'aceita' limit 1) n on true
     cross join lateral (
       select sum(p.total)::text as valor from vendas s
       cross join lateral (select total from pedidos q where q.empresa_id = $1 and q.marketplace = s.marketplace
         and q.seller_id = s.seller_id and q.id = s.pedido_id and q.situacao <> 'cancelado' limit 1) p
       where s.empresa_id = $1 and s.marketplace = f.marketplace and s.seller_id = f.seller_id and s.envio_id = f.envio_id) v
     where f.envio_id is not null
     order by f.prazo, f.criado_em, f.id`,
    [referencias],
  );
