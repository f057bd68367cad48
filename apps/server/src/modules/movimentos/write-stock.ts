import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type Command, decide, type Line, type State } from './decide.ts';
import { toDecimal, toHundredths } from './hundredths.ts';
import { GONE, type Refused, type RefusedBefore } from './refused.ts';
import {
  deleteLinks,
  insertLinks,
  type LedgerLine,
  type Link,
  lockProdutos,
  type Movement,
  type Reason,
  type StoredPlace,
  selectAllPlaces,
  selectPlaces,
  writeMovements,
} from './stock.queries.ts';

/** A change of the stock of one produto. */
export interface Change {
  produto: string;
  command: Command;
}

export interface Options extends Reason {
  /** Returns the idempotency key of each line, so that a retry has no effect. The caller supplies the key. */
  chaveOf: (line: Line, produto: string) => string;
  /**
   * Runs under the locks. Returns the lines or the refusal of an earlier request with the same key. The
   * change is then not repeated.
   */
  earlier?: () => Promise<LedgerLine[] | RefusedBefore>;
  /**
   * Whether the produtos were created in this transaction with their stock included. Their sums are then not
   * updated again.
   */
  areSummed?: boolean;
}

export type Outcome =
  | {
      ok: true;
      repeated: boolean;
      lines: LedgerLine[];
      /** The produtos that got stock and have reservas. */
      promised: string[];
    }
  | { ok: false; refusal: Refused };

/**
 * Locks the produtos, reads their stock under the locks, applies the rules, and writes saldos, ledger and sums together.
 * That takes two round trips, because the lock and the read are pipelined. They are two statements, because a single one
 * would read the snapshot from before the wait for the lock. Everything but reservas calls `changeStock`.
 */
export async function writeStock(
  tx: TenantDb,
  changes: readonly Change[],
  options: Options,
): Promise<Outcome> {
  const ids = changes.map(({ produto }) => produto);
  const [locked, places, earlier] = await Promise.all([
    lockProdutos(tx, ids),
    selectStored(tx, changes),
    options.earlier?.() ?? [],
  ]);
  if ('kind' in earlier) return { ok: false, refusal: earlier };
  if (earlier.length > 0) return { ok: true, repeated: true, lines: earlier, promised: [] };
  const there = new Set(locked.map(({ id }) => id));
  // Clearing the stock of a deleted produto is allowed.
  const gone = changes.find(({ produto, command }) => command.do !== 'clear' && !there.has(produto));
  if (gone) return { ok: false, refusal: GONE };
  const outcome = await applyAll(tx, changes, statesOf(places), options);
  if (!outcome.ok) return outcome;
  const reserved = new Set(locked.filter(({ tem_reservas }) => tem_reservas).map(({ id }) => id));
  const entered = outcome.lines.filter(({ delta }) => !delta.startsWith('-'));
  const promised = entered.map(({ produto_id }) => produto_id).filter((id) => reserved.has(id));
  return { ...outcome, promised: [...new Set(promised)] };
}

/**
 * Reads the stock that the commands affect. A form and the deletion of a produto cover all its depositos.
 * Every other command names its depositos.
 */
function selectStored(tx: TenantDb, changes: readonly Change[]): Promise<StoredPlace[]> {
  const depositos = [...new Set(changes.flatMap(({ command }) => depositosOf(command)))];
  const [first] = changes;
  if (first && isAboutAll(first.command)) return selectAllPlaces(tx, first.produto, depositos);
  return selectPlaces(tx, [...new Set(changes.map(({ produto }) => produto))], depositos);
}

const isAboutAll = (command: Command) =>
  command.do === 'set' || (command.do === 'clear' && command.depositos === 'all');

function depositosOf(command: Command): readonly string[] {
  switch (command.do) {
    case 'transferencia':
      return [command.deposito, command.destino];
    case 'set':
      return command.saldos.map(({ deposito }) => deposito);
    case 'clear':
      return command.depositos === 'all' ? [] : command.depositos;
    case 'reverse':
      return command.lines.map(({ deposito }) => deposito);
    default:
      return [command.deposito];
  }
}

function statesOf(places: readonly StoredPlace[]): Map<string, State> {
  const byProduto = Map.groupBy(places, ({ produto_id }) => produto_id);
  return new Map(
    [...byProduto].map(([produto, own]) => [
      produto,
      new Map(
        own.map(({ deposito_id, nome, ativo, saldo, reservado }) => [
          deposito_id,
          {
            nome,
            ativo,
            saldo: saldo === null ? null : toHundredths(saldo),
            reservado: toHundredths(reservado),
          },
        ]),
      ),
    ]),
  );
}

async function applyAll(
  tx: TenantDb,
  changes: readonly Change[],
  states: ReadonlyMap<string, State>,
  { chaveOf, motivo, origem, areSummed }: Options,
): Promise<Outcome> {
  const movements: Movement[] = [];
  const added: Link[] = [];
  const removed: Link[] = [];
  for (const { produto, command } of changes) {
    const decision = decide(states.get(produto) ?? new Map(), command);
    if (!decision.ok) return { ok: false, refusal: decision.refusal };
    for (const line of decision.lines) {
      const { deposito, tipo, delta } = line;
      movements.push({ chave: chaveOf(line, produto), produto, deposito, tipo, delta: toDecimal(delta) });
    }
    added.push(...decision.added.map((deposito) => ({ produto, deposito })));
    removed.push(...decision.removed.map((deposito) => ({ produto, deposito })));
  }
  // The statements are pipelined. Each sees the effects of those before it.
  const [, lines] = await Promise.all([
    added.length > 0 ? insertLinks(tx, added) : [],
    movements.length > 0 ? writeMovements(tx, movements, { motivo, origem }, areSummed) : [],
    removed.length > 0 ? deleteLinks(tx, removed) : [],
  ]);
  if (lines.length < movements.length) throw new Error('a saldo disappeared under the lock of its produto');
  return { ok: true, repeated: false, lines, promised: [] };
}
