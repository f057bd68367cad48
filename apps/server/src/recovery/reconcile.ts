import type { Storage } from '#platform/outside/storage.ts';
import type { ObjectCopy } from './object-copy.ts';
import type { Wanted } from './objects.queries.ts';

export type Step =
  | { do: 'nothing' }
  | { do: 'move'; from: string }
  | { do: 'bring'; from: string }
  | { do: 'miss' };

/** Decides how an object that a row names gets to its place in the store. */
export function stepFor(wanted: Wanted, live: ReadonlySet<string>, copies: ReadonlySet<string>): Step {
  const { key, twin } = wanted;
  if (live.has(key)) return { do: 'nothing' };
  if (twin !== undefined && live.has(twin)) return { do: 'move', from: twin };
  if (copies.has(key)) return { do: 'bring', from: key };
  if (twin !== undefined && copies.has(twin)) return { do: 'bring', from: twin };
  return { do: 'miss' };
}

/** The folders whose objects rows name. Others, such as that of the doctor, are left alone. */
const NAMED = /^(publico|lixeira|exportacoes|restauracoes)\//;

/**
 * Whether no row names the object, and none can name it any more. The id in its key says when it was written. An object
 * written since the restore may belong to a row that is written at this moment.
 */
export function isOrphan(key: string, wanted: ReadonlySet<string>, since: Date): boolean {
  if (!NAMED.test(key) || wanted.has(key)) return false;
  const id = key.match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g)?.at(-1);
  return id !== undefined && writtenAt(id) < since.getTime();
}

/** A uuidv7 begins with the milliseconds since 1970. */
const writtenAt = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

export interface Reconciled {
  named: number;
  moved: number;
  brought: number;
  /** Objects that rows name and that are nowhere. */
  missing: string[];
  /** Objects that no row names. They were removed from the store if there is a copy of it. */
  orphans: string[];
}

/**
 * Brings the store into step with the rows of a restored database, both ways. An object without a row is copied before
 * it is removed, so that a restore to another moment finds it. Without a copy nothing is removed.
 */
export async function reconcile(parts: {
  storage: Storage;
  copy: ObjectCopy | null;
  wanted: AsyncIterable<Wanted>;
  since: Date;
}): Promise<Reconciled> {
  const { storage, copy, since } = parts;
  const live = new Set<string>();
  for await (const key of storage.keys('')) live.add(key);
  const copies = (await copy?.keys()) ?? new Set<string>();
  const wanted = new Set<string>();
  const done: Reconciled = { named: 0, moved: 0, brought: 0, missing: [], orphans: [] };
  for await (const each of parts.wanted) {
    wanted.add(each.key);
    done.named++;
    const step = stepFor(each, live, copies);
    if (step.do === 'move') {
      await storage.move(step.from, each.key);
      live.delete(step.from);
      live.add(each.key);
      done.moved++;
    } else if (step.do === 'bring') {
      // A damaged copy must not keep the objects after it from coming back.
      const object = await copy?.open(step.from).catch(() => null);
      if (object) await storage.put(each.key, object.bytes, object.type);
      if (object) done.brought++;
      else done.missing.push(each.key);
    } else if (step.do === 'miss') done.missing.push(each.key);
  }
  done.orphans = [...live].filter((key) => isOrphan(key, wanted, since));
  if (!copy) return done;
  const { failed } = await copy.add(
    storage,
    done.orphans.filter((key) => !copies.has(key)),
  );
  done.orphans = done.orphans.filter((key) => !failed.includes(key));
  for (const key of done.orphans) await storage.remove(key);
  return done;
}
