import {
  type CotaDeAnuncio,
  MUDANCA_GRANDE,
  TIPOS_DE_MUDANCA,
  type TipoDeMudanca,
} from '@prumo/contract/publicacao.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { LOOKED_AT, MUDA } from './anuncios.queries.ts';
import { UNIDADE, type Unidade } from './unidades.queries.ts';

export type Seller = Pick<Unidade, 'marketplace' | 'seller_id'>;

/** Locks the units of the produto of an anuncio, and returns them. Empty if the anuncio has no produto. */
export const lockIrmaos = (
  tx: TenantDb,
  { marketplace, seller_id }: Seller,
  { anuncio_id, variacao_id }: { anuncio_id: string; variacao_id: string },
) =>
  tx.query<Unidade>(
    `select ${UNIDADE} from anuncios a
     where a.empresa_id = $1 and a.produto_id = (
       select u.produto_id from anuncios u where u.empresa_id = $1 and u.marketplace = $2 and u.seller_id = $3
         and u.anuncio_id = $4 and u.variacao_id = $5)
     order by a.marketplace, a.seller_id, a.anuncio_id, a.variacao_id for no key update`,
    [marketplace, seller_id, anuncio_id, variacao_id],
  );

export const writeCota = (
  tx: TenantDb,
  { marketplace, seller_id }: Seller,
  units: readonly Pick<Unidade, 'anuncio_id' | 'variacao_id'>[],
  cota: CotaDeAnuncio['cota'],
) =>
  tx.query(
    `update anuncios a set cota = $4
     from unnest($5::text[], $6::text[]) u (anuncio_id, variacao_id)
     where a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3 and a.anuncio_id = u.anuncio_id
       and a.variacao_id = u.variacao_id`,
    [
      ...[marketplace, seller_id, cota],
      units.map(({ anuncio_id }) => anuncio_id),
      units.map(({ variacao_id }) => variacao_id),
    ],
  );

/** The place of a kind in the order of risk. An index has it in the same words. */
const PLACE = 'case when a.meta = 0 then 0 when a.mudanca < 0 then 1 else 2 end';

/** Where a page of the changes begins: after this one. */
export interface LugarDaMudanca {
  tipo: TipoDeMudanca;
  mudanca: number;
  anuncio_id: string;
  variacao_id: string;
}

export type Mudanca = Unidade & { tipo: TipoDeMudanca };

/** Selects what would be sent to the anuncios of a seller, the riskiest first. */
export async function selectMudancas(
  tx: TenantDb,
  { marketplace, seller_id }: Seller,
  parts: { tipo: TipoDeMudanca | undefined; depois: LugarDaMudanca | null; limit: number },
): Promise<Mudanca[]> {
  const { tipo, depois, limit } = parts;
  const values: unknown[] = [marketplace, seller_id];
  const use = (value: unknown) => `$${values.push(value) + 1}`;
  const ofTipo = tipo === undefined ? 'true' : `${PLACE} = ${use(TIPOS_DE_MUDANCA.indexOf(tipo))}`;
  const after =
    depois === null
      ? 'true'
      : `(${PLACE}, - abs(a.mudanca), a.anuncio_id, a.variacao_id) > (${use(TIPOS_DE_MUDANCA.indexOf(depois.tipo))}::integer,
         ${use(-Math.abs(depois.mudanca))}::integer, ${use(depois.anuncio_id)}, ${use(depois.variacao_id)})`;
  const rows = await tx.query<Unidade & { place: number }>(
    `select ${UNIDADE}, ${PLACE} as place from anuncios a
     where a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3 and ${MUDA} and ${ofTipo} and ${after}
     order by ${PLACE}, - abs(a.mudanca), a.anuncio_id, a.variacao_id limit ${use(limit)}`,
    values,
  );
  return rows.map(({ place, ...unit }) => ({ ...unit, tipo: TIPOS_DE_MUDANCA[place] ?? 'aumenta' }));
}

export interface Contagem {
  tipo: TipoDeMudanca;
  total: number;
  mais: boolean;
  grandes: number;
}

/** Counts the changes of each kind, among the first that a count looks at. */
export const countMudancas = (tx: TenantDb, { marketplace, seller_id }: Seller) =>
  tx.query<Contagem>(
    `select t.tipo, n.total, n.mais, n.grandes
     from unnest($4::text[]) with ordinality t (tipo, place)
     cross join lateral (
       select count(*)::int as total, count(*) = ${LOOKED_AT} as mais,
         count(*) filter (where abs(m.mudanca) > ${MUDANCA_GRANDE})::int as grandes
       from (select a.mudanca from anuncios a
         where a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3 and ${MUDA} and ${PLACE} = t.place - 1
         order by - abs(a.mudanca) limit ${LOOKED_AT}) m) n
     order by t.place`,
    [marketplace, seller_id, TIPOS_DE_MUDANCA],
  );
