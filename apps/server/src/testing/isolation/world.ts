import { randomInt, randomUUID } from 'node:crypto';
import { hashToken } from '#platform/secrets/tokens.ts';
import type { Client, Harness } from '#testing/harness.ts';
import { aPerson, aSession, cookieOf } from '#testing/people.ts';
import { aRichEmpresa } from '#testing/rich-empresa.ts';
import { ALL_PAPEIS, type Papel } from './model.ts';
import { idsOf } from './routes.ts';

/**
 * Four empresas that have records of every kind, and the people who try to reach them. Each person has a papel in
 * `a`, another papel in `b`, has left `c`, and never belonged to `d`. A person more has left `c` and got an own empresa then.
 */
export type World = Awaited<ReturnType<typeof openWorld>>;

export interface Target {
  id: string;
  /** A text in the records of this empresa and of no other. */
  canary: string;
  /** Ids of its rows. */
  ids: string[];
  /** The cost of its produtos, also in their history. No other text of the empresa contains it. */
  custo: string;
}

export interface Visitor {
  name: string;
  userId: string;
  memberships: ReadonlyMap<string, Papel>;
  /** One session for each empresa that it used last, and one that has ended. */
  sessions: readonly { last: string | null; client: Client; cookie: string }[];
}

export async function openWorld(harness: Harness) {
  const { sql } = harness;
  const aTarget = async (): Promise<Target> => {
    const { empresaId, userId, canary } = await aRichEmpresa(harness, `canario-${randomUUID()}`);
    const custo = `${randomInt(1e8, 9e8)}.${randomInt(11, 99)}`;
    await sql(
      `with history as materialized (
         select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
       update produtos set custo_unitario = $3::numeric from history where empresa_id = $1`,
      [empresaId, userId, custo],
    );
    return { id: empresaId, canary, custo, ids: await idsOf(sql, empresaId) };
  };
  const [a, b, c, d] = [await aTarget(), await aTarget(), await aTarget(), await aTarget()];
  const visitors: Visitor[] = [];
  for (const [index, papel] of ALL_PAPEIS.entries()) {
    const second = ALL_PAPEIS[(index + 2) % ALL_PAPEIS.length] ?? 'consulta';
    visitors.push(
      await aVisitor(harness, `${papel} in A and ${second} in B`, {
        own: [a, papel],
        second: [b, second],
        c,
      }),
    );
  }
  visitors.push(await aVisitor(harness, 'a former membro', { c }));
  return { targets: [a, b, c, d] as const, a, b, c, d, visitors };
}

interface Places {
  own?: readonly [Target, Papel];
  second?: readonly [Target, Papel];
  c: Target;
}

/** `isolation/removal.ts` tries sessions that the server remembers from before the removal. */
async function aVisitor(harness: Harness, name: string, { own, second, c }: Places): Promise<Visitor> {
  const { admin, sql, withCookie } = harness;
  const places = [own, second].filter((each) => each !== undefined);
  const [first] = places;
  const person = await aPerson(admin, name, first?.[0].id ?? c.id, first?.[1] ?? 'dono');
  const join = ([{ id }, papel]: readonly [Target, Papel]) =>
    sql(
      `insert into membros (empresa_id, user_id, papel, created_at) values ($1, $2, $3, clock_timestamp())
       on conflict do nothing`,
      [id, person.userId, papel],
    );
  if (second) await join(second);
  await join([c, first?.[1] ?? 'dono']);
  const sessions = [];
  for (const last of [...places.map(([{ id }]) => id), c.id, null]) {
    const token = await aSession(admin, { ...person, empresaId: last ?? c.id });
    const cookie = cookieOf(token);
    const client = withCookie(cookie);
    if (last === null) await sql('delete from auth.sessions where token_hash = $1', [hashToken(token)]);
    sessions.push({ last, client, cookie });
  }
  await sql('update membros set saiu_em = now() where empresa_id = $1 and user_id = $2', [
    ...[c.id, person.userId],
  ]);
  // The database gives an own empresa to a person who leaves the last one.
  const rows = await sql(
    'select empresa_id, papel from membros where user_id = $1 and saiu_em is null order by created_at, empresa_id',
    [person.userId],
  );
  const memberships = new Map(rows.map((row) => [String(row['empresa_id']), row['papel'] as Papel]));
  return { name, userId: person.userId, memberships, sessions };
}
