import type { Dice } from '../random.ts';

/**
 * The records, lotes, cursors and image addresses from earlier answers, which later requests of a visitor
 * use.
 */
export interface Known {
  learn(url: string, body: unknown): void;
  forget(id: string): void;
  /** A record from a path whose last part starts with `stem`: `categoria_id` refers to `/api/categorias`. */
  record(dice: Dice, stem: string): { id: string; versao: number } | undefined;
  lote(dice: Dice): string | undefined;
  cursor(dice: Dice, url: string): string | undefined;
  image(dice: Dice): string | undefined;
}

/**
 * How many values of each kind are kept. The oldest one goes first, so that the proof's own memory does not
 * grow.
 */
const KEPT = 40;

export function openKnown(): Known {
  const records = new Map<string, { id: string; versao: number }[]>();
  const cursors = new Map<string, string[]>();
  const lotes: string[] = [];
  const images: string[] = [];
  const keep = <T>(list: T[], value: T) => {
    list.push(value);
    if (list.length > KEPT) list.shift();
  };
  const listOf = <T>(lists: Map<string, T[]>, name: string) => {
    const list = lists.get(name) ?? [];
    lists.set(name, list);
    return list;
  };

  function learnFrom(name: string, value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 3) return;
    if (Array.isArray(value)) {
      for (const each of value.slice(0, 5)) learnFrom(name, each, depth + 1);
      return;
    }
    const { id, versao, lote, url, proximo, anterior } = value as Record<string, unknown>;
    if (typeof id === 'string') {
      const list = listOf(records, name);
      const earlier = list.find((each) => each.id === id);
      if (earlier) earlier.versao = Number(versao ?? 1);
      else keep(list, { id, versao: Number(versao ?? 1) });
    }
    if (typeof lote === 'string') keep(lotes, lote);
    if (typeof url === 'string' && url.endsWith('.webp')) keep(images, url);
    for (const cursor of [proximo, anterior])
      if (typeof cursor === 'string') keep(listOf(cursors, name), cursor);
    for (const [key, each] of Object.entries(value)) learnFrom(key === 'itens' ? name : key, each, depth + 1);
  }

  const pick = <T>(dice: Dice, list: readonly T[] | undefined) =>
    list && list.length > 0 ? dice.pick(list) : undefined;
  return {
    learn: (url, body) => learnFrom(nameOf(url), body, 0),
    forget(id) {
      for (const [name, list] of records)
        records.set(
          name,
          list.filter((each) => each.id !== id),
        );
    },
    record: (dice, stem) =>
      pick(dice, [...records].find(([name]) => name.startsWith(stem))?.[1]) ??
      (dice.chance(0.1) ? pick(dice, [...records.values()].flat()) : undefined),
    lote: (dice) => pick(dice, lotes),
    cursor: (dice, url) => pick(dice, cursors.get(nameOf(url))),
    image: (dice) => pick(dice, images),
  };
}

/** `/api/produtos/:id/estoque` belongs to produtos, `/api/contas/conexoes/:id/mover` to conexoes. */
export function nameOf(url: string): string {
  const parts = url.split('/').filter((part) => part && part !== 'api');
  const id = parts.findIndex((part) => part.startsWith(':'));
  return (id > 0 ? parts[id - 1] : parts.filter((part) => part !== 'lixeira').at(-1)) ?? '';
}
