import { describe, expect, test } from 'vitest';
import { testApp } from '#testing/test-app.ts';
import { type Access, answerLimitMs } from './db.ts';

const { anEmpresa, openPool, sql } = await testApp();
const db = openPool(2);

const accessOf = ({
  sessionHash,
  empresaId,
  userId,
}: {
  sessionHash: string;
  empresaId: string;
  userId: string;
}): Access => ({
  sessionHash,
  empresaId,
  userId,
});
const blank = { nome: 'Bosch', descricao: null, logo_url: null, logo_arquivo_id: null };

describe('the one door', () => {
  test('hundreds of transactions of two empresas on two connections, some of which fail, see only rows of their own empresa', async () => {
    const people = [await anEmpresa(), await anEmpresa()];
    for (const each of people)
      await each.post('/api/marcas', { nome: each.empresaId, descricao: null, logo_url: null });
    const names = (access: Access, fail: boolean) =>
      db.read(access, async (tx) => {
        if (fail) await tx.query('select 1 / 0');
        return tx.query<{ nome: string }>('select nome from marcas where $1::uuid is not null');
      });
    const outcomes: PromiseSettledResult<boolean>[] = [];
    const one = async (n: number) => {
      const person = people[n % 2] as (typeof people)[0];
      const rows = await names(accessOf(person), n % 7 === 0);
      return rows.length === 1 && rows[0]?.nome === person.empresaId;
    };
    // Starts forty concurrently, because a transaction waits at most three seconds for a connection.
    for (let from = 0; from < 400; from += 40)
      outcomes.push(...(await Promise.allSettled(Array.from({ length: 40 }, (_, n) => one(from + n)))));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(58);
    expect(outcomes.every((each) => each.status === 'rejected' || each.value)).toBe(true);
  });

  test('a transaction with a session and the id of another empresa is refused', async () => {
    const [ana, bruno] = [await anEmpresa(), await anEmpresa()];
    const wrong = { ...accessOf(ana), empresaId: bruno.empresaId };
    const listed = db.read(wrong, (tx) => tx.selectFrom('marcas').select('id').execute());
    await expect(listed).rejects.toMatchObject({ code: 'PR410' });
    const written = db.write(wrong, (tx) =>
      tx.insertInto('marcas', { ...blank, user_id: ana.userId }).execute(),
    );
    await expect(written).rejects.toMatchObject({ code: 'PR410' });
    await expect(db.read({ ...wrong, empresaId: "x'; drop" }, async () => 1)).rejects.toThrow(
      'without an empresa',
    );
  });

  test('a statement outside a tenant transaction reaches no tenant row', async () => {
    await expect(db.global('select from marcas')).rejects.toThrow(/app\.empresa_id|uuid: ""/);
  });

  test('an insert inside a read is refused', async () => {
    const ana = await anEmpresa();
    const written = db.read(accessOf(ana), (tx) =>
      tx.insertInto('marcas', { ...blank, user_id: ana.userId }).execute(),
    );
    await expect(written).rejects.toThrow();
    expect(await sql('select from marcas where empresa_id = $1', [ana.empresaId])).toHaveLength(0);
  });

  test('a write that ignored a failed statement rejects and saves nothing', async () => {
    const ana = await anEmpresa();
    const swallowed = db.write(accessOf(ana), async (tx) => {
      await tx.insertInto('marcas', { ...blank, user_id: ana.userId }).execute();
      await tx.query('select 1 / 0').catch(() => {});
      return 'saved';
    });
    await expect(swallowed).rejects.toThrow('ignored');
    expect(await sql('select from marcas where empresa_id = $1', [ana.empresaId])).toHaveLength(0);
  });

  test('a write that fails with a serialization error is retried', async () => {
    await sql(`create function lose_race(uuid) returns void language plpgsql as
      $$ begin raise exception 'lost' using errcode = '40001'; end $$`);
    const ana = await anEmpresa();
    let tries = 0;
    const saved = await db.write(accessOf(ana), async (tx) => {
      tries += 1;
      if (tries < 3) await tx.query('select lose_race($1)');
      return tx
        .insertInto('marcas', { ...blank, user_id: ana.userId })
        .returning('nome')
        .executeTakeFirst();
    });
    expect([tries, saved?.nome]).toEqual([3, 'Bosch']);
  });

  test('a job works for one empresa without a session', async () => {
    const ana = await anEmpresa();
    await db.write({ sessionHash: null, empresaId: ana.empresaId, userId: ana.userId }, (tx) =>
      tx.insertInto('marcas', { ...blank, user_id: tx.userId }).execute(),
    );
    const [row] = await sql('select user_id, lote from historico where empresa_id = $1', [ana.empresaId]);
    expect(row).toMatchObject({ user_id: ana.userId });
  });
});

test('a connection is destroyed only after PostgreSQL itself should have ended the statement', () => {
  expect(answerLimitMs({})).toBe(20_000);
  expect(answerLimitMs({ statementMs: 5_000 })).toBe(20_000);
  expect(answerLimitMs({ statementMs: 60_000 })).toBeGreaterThan(60_000);
});
