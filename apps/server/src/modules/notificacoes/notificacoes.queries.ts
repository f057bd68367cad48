import type { ContaRef } from '#modules/contas/tokens.queries.ts';
import type { Notification, Topico } from '#modules/marketplace/notifications.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import { retryTransaction } from '#platform/db/retry-transaction.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** A notification, and whether it is trusted. */
export interface Told extends Notification {
  marketplace: string;
  /**
   * True when it came by the secret address, from a listed address while no secret is configured, or from a
   * request of ours to the marketplace.
   */
  isTrusted: boolean;
  /** The minimum number of seconds between two polls that an untrusted notification may cause. */
  spacingS: number;
}

/**
 * Stores the notifications for the empresa that holds each account. Returns how many belong to no empresa.
 */
export async function receiveNotificacoes(db: Database, notifications: readonly Told[]): Promise<number> {
  const avisos = notifications.map(
    ({ marketplace, sellerId, topico, recurso, toldAt, isTrusted, spacingS }) => ({
      marketplace,
      seller_id: sellerId,
      topico,
      recurso,
      contada_em: toldAt,
      confiavel: isTrusted,
      espera: spacingS,
    }),
  );
  const values = [JSON.stringify(avisos)];
  const [row] = await retryTransaction(() =>
    db.global<{ unknown: number }>('select receive_notificacoes($1) as unknown', values),
  );
  return row?.unknown ?? 0;
}

/**
 * The duration of the lease of a resource that is read. If a reader was killed, another reader takes over after this
 * time.
 */
export const HELD_SECONDS = 180;

/** A resource to read, and the counter `vez` of its notifications when it was claimed. */
export interface Due {
  recurso: string;
  vez: number;
  tentativas: number;
}

/** What a row asks to read. `releituras`: pedidos that are read again although nothing was reported. */
export type Fila = Topico | 'releituras';

/** The due resources of one seller and topic. */
export interface Claim extends ContaRef, SellerRef {
  topico: Fila;
  due: Due[];
}

interface ClaimRow extends Due {
  empresa_id: string;
  conta_id: string;
  marketplace: string;
  seller_id: string;
  topico: Fila;
}

export async function claimNotificacoes(
  db: Database,
  { except, limit, seconds }: { except: readonly string[]; limit: number; seconds: number },
): Promise<Claim | null> {
  const rows = await db.global<ClaimRow>('select * from claim_notificacoes($1, $2, $3)', [
    except,
    limit,
    seconds,
  ]);
  const [first] = rows;
  if (!first) return null;
  return {
    empresaId: first.empresa_id,
    contaId: first.conta_id,
    marketplace: first.marketplace,
    sellerId: first.seller_id,
    topico: first.topico,
    due: rows.map(({ recurso, vez, tentativas }) => ({ recurso, vez, tentativas })),
  };
}

/** The pause of the notification of an envio before it is read (ADR 0129), in seconds. */
const ENVIO_PAUSE = 1;

/**
 * Takes the new notification of an envio beside a claim of the same seller, because the reading of its pedido reads the
 * envio too. Undefined when none waits, when it waits for a later reading on purpose, when another reader has it, or when
 * the envio carries other pedidos, which the reading does not read. A notification that arrives after the taking raises
 * `vez`, so it is not settled with this one.
 */
export async function takeEnvio(
  tx: TenantDb,
  { marketplace, sellerId }: SellerRef,
  { envioId, pedidoId }: { envioId: string; pedidoId: string },
): Promise<Due | undefined> {
  const [due] = await tx.query<Due>(
    `update notificacoes n
     set lendo_vez = vez, lendo_desde = now(), proxima_em = now() + interval '${HELD_SECONDS} seconds'
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and topico = 'envios' and recurso = $4
       and pendente and lendo_vez is null and proxima_em <= now() + interval '${ENVIO_PAUSE} seconds'
       and not exists (select from vendas v where v.empresa_id = $1 and v.marketplace = $2 and v.seller_id = $3
         and v.envio_id = $4 and v.pedido_id <> $5)
     returning recurso, vez, tentativas`,
    [marketplace, sellerId, envioId, pedidoId],
  );
  return due;
}

/**
 * Returns when each resource was reported, in milliseconds. A resource that is due again although it was read
 * since was reported during that reading.
 */
export async function selectToldAt(
  tx: TenantDb,
  { marketplace, sellerId, topico, due }: Pick<Claim, keyof SellerRef | 'topico' | 'due'>,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ recurso: string; toldAt: number }>(
    `select recurso, (extract(epoch from greatest(recebida_em, lida_em)) * 1000)::float8 as "toldAt" from notificacoes
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and topico = $4 and recurso = any ($5)`,
    [marketplace, sellerId, topico, due.map(({ recurso }) => recurso)],
  );
  return new Map(rows.map(({ recurso, toldAt }) => [recurso, toldAt]));
}

/** The outcome of a reading. */
export interface Outcome extends Due {
  isRead: boolean;
  /** False when the resource was not tried. The attempt is then not counted. */
  isTried: boolean;
  /** The resource is not read again for this time, even if it is reported again. */
  restSeconds: number;
}

/**
 * Records the outcomes. A resource that was reported again since its reading began is due again. If another
 * reader claimed the resource after the lease, the first outcome of the two counts.
 */
export const settleNotificacoes = (
  tx: TenantDb,
  { marketplace, sellerId, topico }: Pick<Claim, keyof SellerRef | 'topico'>,
  outcomes: readonly Outcome[],
) =>
  tx.query(
    `with fins as (
       select f.* from jsonb_to_recordset($5::jsonb) as f (
         recurso text, vez integer, "isRead" boolean, "isTried" boolean, "restSeconds" float8)
     ), linhas as (
       select n.recurso from notificacoes n join fins f on f.recurso = n.recurso and f.vez = n.lendo_vez
       where n.empresa_id = $1 and n.marketplace = $2 and n.seller_id = $3 and n.topico = $4 order by n.recurso for update of n
     )
     update notificacoes n set lendo_vez = null, pendente = not f."isRead" or n.vez <> f.vez,
       tentativas = case when f."isRead" then 0 when f."isTried" then n.tentativas + 1 else n.tentativas end,
       lida_em = case when f."isRead" then n.lendo_desde else n.lida_em end,
       proxima_em = now() + make_interval(secs => f."restSeconds")
     from linhas l join fins f on f.recurso = l.recurso
     where n.empresa_id = $1 and n.marketplace = $2 and n.seller_id = $3 and n.topico = $4 and n.recurso = l.recurso and n.lendo_vez = f.vez`,
    [marketplace, sellerId, topico, JSON.stringify(outcomes)],
  );

/** True when the conta is still connected in this empresa. */
export async function isConnected(tx: TenantDb, contaId: string): Promise<boolean> {
  const rows = await tx.query(
    'select from mercado_livre_config where empresa_id = $1 and id = $2 and active',
    [contaId],
  );
  return rows.length > 0;
}

export const selectInUse = (db: Database, marketplace: string, limit: number) =>
  db.global<ContaRef>('select empresa_id as "empresaId", conta_id as "contaId" from contas_in_use($1, $2)', [
    marketplace,
    limit,
  ]);

export const sweepNotificacoes = (db: Database) => db.global('select sweep_notificacoes()');
