import type { Tokens } from '#modules/contas/tokens.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Topico } from '#modules/marketplace/notifications.ts';
import type { Pedido } from '#modules/marketplace/orders.ts';
import type { BeforeEnvio } from '#modules/marketplace/sales.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import { noteArrival } from '#modules/pedidos/atraso.queries.ts';
import { isWhole } from '#modules/pedidos/is-whole.ts';
import { newestOf } from '#modules/pedidos/keep.ts';
import { selectStored, upsertPedidos } from '#modules/pedidos/pedidos.queries.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import { type Claim, type Due, type Fila, selectToldAt, takeEnvio } from './notificacoes.queries.ts';

/**
 * `refused`: the resource does not exist or belongs to another seller. `failed`: a later attempt may succeed.
 * `later`: the resource was not tried.
 */
export type Reading = 'read' | 'refused' | 'failed' | 'later';

export interface Readings {
  of(recurso: string): Reading;
  /** Stores the resources read. The upsert is idempotent, and older data changes nothing. */
  write(tx: TenantDb): Promise<void>;
  /** Notifications of another topic that the reading took beside its claim. */
  also?: Pick<Readings, 'of'> & { topico: Topico; due: readonly Due[] };
}

/**
 * Reads the resources of a claim. `isDoubted` means that many notifications of this seller were about missing
 * resources.
 */
export type ReadTopic = (claim: Claim, how?: { isDoubted: boolean }) => Promise<Readings>;

/** Informs the module that stores anuncios of changed anuncios. */
type AnunciosChanged = (tx: TenantDb, seller: SellerRef, anuncioIds: readonly string[]) => Promise<void>;

/**
 * Reads the sales that a claim of any topic but `anuncios` is about. Null for a conta whose sales do not reach
 * the stock. Its pedidos are read for the analysis alone.
 */
type ReadVendas = (
  claim: Claim & { topico: Topico },
  how?: { isReread?: boolean; beforeEnvio?: BeforeEnvio },
) => Promise<Readings | null>;

const AT_ONCE = 4;
/** The maximum wait for a call in the budget. It is well below the lease of a claim. */
const PATIENCE_MS = 60_000;
/** A search covers the changes of this last period. It may show a change only some time after it was made. */
const LATELY_MS = 2 * 3_600_000;
/**
 * The maximum number of orders that are read one by one. If there are more, a search comes first, because one
 * call returns many orders.
 */
const ONE_BY_ONE = 20;
/**
 * A version that the search shows contains the reported change if it is at most this much older than the
 * notification, because the marketplace's clock may be behind ours.
 */
const CLOCKS_MS = 5 * 60_000;
/** The next page is read only if the last one contained at least this many reported orders. */
const WORTH = 10;

export function openTopics(parts: {
  db: Database;
  tokens: Tokens;
  anunciosChanged: AnunciosChanged;
  readVendas: ReadVendas;
  now?: () => number;
}): Readonly<Record<Fila, ReadTopic>> {
  const { db, tokens, anunciosChanged, readVendas, now = Date.now } = parts;
  const turnOf = ({ empresaId }: Claim) =>
    ({ waits: 'news', key: empresaId, patienceMs: PATIENCE_MS }) as const;

  async function readOne(claim: Claim, due: Due): Promise<[Reading, Pedido?]> {
    const turn = turnOf(claim);
    try {
      const pedido = await tokens.withToken(claim, (accessToken, { orders }) =>
        orders.read({ accessToken, turn }, due.recurso),
      );
      if (!pedido) return ['read'];
      return [isWhole(pedido, due) ? 'read' : 'failed', pedido];
    } catch (error) {
      if (isMarketplaceError(error, 'forbidden', 'misconfigured')) return ['refused'];
      if (isMarketplaceError(error) || error instanceof AppError) return ['failed'];
      throw error;
    }
  }

  /**
   * Returns the pedidos that changed in the last hours. Reads further pages while they contain enough
   * reported orders.
   */
  async function search(claim: Claim): Promise<Pedido[]> {
    const told = new Set(claim.due.map(({ recurso }) => recurso));
    const window = {
      ...({ sellerId: claim.sellerId, by: 'changed', to: null, wants: 'most' } as const),
      from: new Date(now() - LATELY_MS),
    };
    const pedidos: Pedido[] = [];
    await tokens.withToken(claim, async (accessToken, { orders }) => {
      const asker = { accessToken, turn: turnOf(claim) };
      for (let cursor: string | null = null; ; ) {
        const page = await orders.page(asker, window, cursor);
        pedidos.push(...page.pedidos.filter(({ estornado }) => estornado !== null));
        cursor = page.cursor;
        if (page.pedidos.filter(({ id }) => told.has(id)).length < WORTH || cursor === null) return;
      }
    });
    return pedidos;
  }

  /** Reads when each order was reported, and which orders are stored here. */
  const knownOf = (claim: Claim) => {
    const ids = claim.due.map(({ recurso }) => recurso);
    return db.read(systemAccess(claim.empresaId), (tx) =>
      Promise.all([selectToldAt(tx, claim), selectStored(tx, claim, ids)]),
    );
  };

  /** Takes the notifications of the envios that a claim of pedidos reads. */
  function takeEnvios(claim: Claim) {
    const asked = new Set<string>();
    const taken = new Map<string, { due: Due; pedidoId: string }>();
    return {
      async take(envioId: string, pedidoId: string): Promise<void> {
        // The reading of another pedido may have begun before the notification came.
        if (asked.has(envioId)) return;
        asked.add(envioId);
        const due = await db
          .write(systemAccess(claim.empresaId), (tx) => takeEnvio(tx, claim, { envioId, pedidoId }))
          // The pedido is read all the same, and the envio by its own notification.
          .catch(() => undefined);
        if (due) taken.set(envioId, { due, pedidoId });
      },
      settledBy: ({ of }: Readings): NonNullable<Readings['also']> => ({
        topico: 'envios',
        due: [...taken.values()].map(({ due }) => due),
        of: (envioId) => (of(taken.get(envioId)?.pedidoId ?? '') === 'read' ? 'read' : 'later'),
      }),
    };
  }

  return {
    async pedidos(claim, { isDoubted } = { isDoubted: false }) {
      const envios = takeEnvios(claim);
      const vendas = await readVendas({ ...claim, topico: 'pedidos' }, { beforeEnvio: envios.take });
      if (vendas) return { ...vendas, also: envios.settledBy(vendas) };
      const readings = new Map<string, Reading>();
      const pedidos: Pedido[] = [];
      let waiting = claim.due;
      if (isDoubted || waiting.length > ONE_BY_ONE) {
        const found = await search(claim).catch(nothingFound);
        const [told, stored] = await knownOf(claim);
        // For a doubted seller all pedidos found are stored, because the notification of a real order may not
        // be in this batch.
        pedidos.push(...(found ?? []).filter(({ id }) => isDoubted || told.has(id)));
        // The search may show a change only some time after it was made. An older version does not settle the
        // notification, so the order is read by its id.
        for (const { id, atualizado_em } of pedidos)
          if (Date.parse(atualizado_em) >= (told.get(id) ?? Number.POSITIVE_INFINITY) - CLOCKS_MS)
            readings.set(id, 'read');
        waiting = waiting.filter(({ recurso }) => !readings.has(recurso));
        if (isDoubted) {
          // An order that is found or stored here exists, so it is read by its id. The search may leave it out: a
          // marketplace may return a cancelled order only to a search for cancelled orders.
          const existing = new Set([...stored, ...pedidos.map(({ id }) => id)]);
          for (const { recurso } of waiting)
            if (!existing.has(recurso)) readings.set(recurso, found ? 'refused' : 'failed');
          waiting = waiting.filter(({ recurso }) => existing.has(recurso));
        }
        for (const { recurso } of waiting.slice(ONE_BY_ONE)) readings.set(recurso, 'later');
      }
      const rest = waiting.slice(0, ONE_BY_ONE).values();
      const work = async () => {
        for (const due of rest) {
          const [reading, pedido] = await readOne(claim, due);
          readings.set(due.recurso, reading);
          if (pedido) pedidos.push(pedido);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return {
        of: (recurso) => readings.get(recurso) ?? 'failed',
        async write(tx) {
          const newest = newestOf(pedidos);
          await upsertPedidos(tx, claim, newest);
          await noteArrival(tx, claim, newest);
        },
      };
    },
    releituras: async (claim) =>
      (await readVendas({ ...claim, topico: 'pedidos' }, { isReread: true })) ?? IGNORED,
    envios: async (claim) => (await readVendas({ ...claim, topico: 'envios' })) ?? IGNORED,
    reclamacoes: async (claim) => (await readVendas({ ...claim, topico: 'reclamacoes' })) ?? IGNORED,
    // The module that stores anuncios reads them, many at a time.
    anuncios: async (claim) => ({
      of: () => 'read',
      write: (tx) =>
        anunciosChanged(
          tx,
          claim,
          claim.due.map(({ recurso }) => recurso),
        ),
    }),
  };
}

const IGNORED: Readings = { of: () => 'read', write: async () => {} };

/** Returns null for a failed search. The orders are then read one by one, or later. */
function nothingFound(error: unknown): null {
  if (isMarketplaceError(error) || error instanceof AppError) return null;
  throw error;
}
