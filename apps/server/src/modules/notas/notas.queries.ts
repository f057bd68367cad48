import type { MotivoDaNota, Nota } from '@prumo/contract/notas.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { NotaLida } from './nota-lida.ts';

/** A parcel of a connected conta. */
export interface EnvioDaConta {
  conta_id: string;
  marketplace: string;
  seller_id: string;
  envio_id: string;
  apelido: string | null;
  vendido_em: Date;
}

/** Selects a parcel with the instant of its first sale. */
export async function selectEnvio(
  tx: TenantDb,
  contaId: string,
  envioId: string,
): Promise<EnvioDaConta | undefined> {
  const [row] = await tx.query<EnvioDaConta>(
    `select c.id as conta_id, c.marketplace, c.user_ml_id as seller_id, e.id as envio_id, c.nickname as apelido,
       v.vendido_em
     from mercado_livre_config c
     join vendas_envios e on e.empresa_id = $1 and e.marketplace = c.marketplace and e.seller_id = c.user_ml_id
       and e.id = $3
     cross join lateral (
       select min(v.criado_em) as vendido_em from vendas v
       where v.empresa_id = $1 and v.marketplace = e.marketplace and v.seller_id = e.seller_id and v.envio_id = e.id) v
     where c.empresa_id = $1 and c.id = $2 and c.active and v.vendido_em is not null`,
    [contaId, envioId],
  );
  return row && { ...row, vendido_em: new Date(row.vendido_em) };
}

/** Whether the marketplace accepted a note with this key for another parcel. */
export async function hasChave(tx: TenantDb, chave: string, { envio_id }: EnvioDaConta): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from notas where empresa_id = $1 and chave = $2 and situacao = 'aceita' and envio_id <> $3 limit 1`,
    [chave, envio_id],
  );
  return rows.length > 0;
}

export async function selectNota(tx: TenantDb, envio: EnvioDaConta): Promise<Nota | undefined> {
  const [row] = await tx.query<Nota>(
    `select chave, serie, numero, valor::text, emitida_em, situacao, motivo, enviada_em from notas
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and envio_id = $4`,
    [envio.marketplace, envio.seller_id, envio.envio_id],
  );
  return row;
}

/** Writes the last attempt. A refusal never replaces a note that the marketplace accepted. */
export async function writeNota(
  tx: TenantDb,
  { marketplace, seller_id, envio_id }: EnvioDaConta,
  { chave, serie, numero, valor, emitida_em }: NotaLida,
  motivo: MotivoDaNota | null,
): Promise<void> {
  await tx.query(
    `insert into notas (empresa_id, marketplace, seller_id, envio_id, chave, serie, numero, valor, emitida_em, situacao,
       motivo, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $10::text is null then 'aceita' else 'recusada' end, $10, $11)
     on conflict (empresa_id, marketplace, seller_id, envio_id) do update set
       chave = excluded.chave, serie = excluded.serie, numero = excluded.numero, valor = excluded.valor,
       emitida_em = excluded.emitida_em, situacao = excluded.situacao, motivo = excluded.motivo,
       user_id = excluded.user_id, enviada_em = now()
     where excluded.situacao = 'aceita' or notas.situacao = 'recusada'`,
    [marketplace, seller_id, envio_id, chave, serie, numero, valor, emitida_em, motivo, tx.userId],
  );
}

/** Tells open screens that their parcel has another note: every update of its row in the fila is announced. */
export const announceEnvio = (tx: TenantDb, { marketplace, seller_id, envio_id }: EnvioDaConta) =>
  tx.query(
    `update pedidos_fila set envio_id = envio_id
     where empresa_id = $1 and envio_id = $4 and marketplace = $2 and seller_id = $3`,
    [marketplace, seller_id, envio_id],
  );
