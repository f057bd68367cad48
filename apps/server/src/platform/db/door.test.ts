import { describe, expect, test } from 'vitest';
import { openMail } from '#platform/outside/mail.ts';
import { receive } from '#platform/outside/outbound.ts';
import { openStorage } from '#platform/outside/storage.ts';
import { testApp } from '#testing/test-app.ts';
import type { Access } from './db.ts';
import type { TenantDb } from './tenant-db.ts';

const { anEmpresa, config, openPool, sql } = await testApp();

const MARCA = { nome: 'Bosch', descricao: null, logo_url: null, logo_arquivo_id: null };

const accessOf = ({ sessionHash, empresaId, userId }: Access): Access => ({ sessionHash, empresaId, userId });

/** The empresa that PostgreSQL has set for the transaction at this moment. */
async function current(tx: TenantDb): Promise<string | undefined> {
  const [row] = await tx.query<{ empresa: string }>(
    'select current_empresa() as empresa where $1::uuid is not null',
  );
  return row?.empresa;
}

type Door = 'read' | 'write';
const DOORS: readonly Door[] = ['read', 'write'];

/** The ways in which `work` can end while its statements are in flight. */
const ENDINGS = {
  'throws with a statement just issued': async (tx: TenantDb) => {
    void tx.query('select $1::uuid, pg_sleep(0.02)').catch(() => {});
    throw new Error('planted');
  },
  'throws with a statement being answered': async (tx: TenantDb) => {
    const slow = tx.query('select $1::uuid, pg_sleep(0.05)').catch(() => {});
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await Promise.race([slow, Promise.reject(new Error('planted'))]);
  },
  'throws while a sibling still issues statements': async (tx: TenantDb) => {
    const sibling = async () => {
      await tx.query('select $1::uuid, pg_sleep(0.01)');
      await tx.query('select $1::uuid');
      await tx.query('select $1::uuid');
    };
    await Promise.all([sibling(), Promise.reject(new Error('planted'))]);
  },
  'returns and leaves a statement unanswered': async (tx: TenantDb) => {
    void tx.query('select $1::uuid, pg_sleep(0.02)').catch(() => {});
  },
  'returns and issues a statement after its end': async (tx: TenantDb) => {
    setTimeout(() => void tx.query('select $1::uuid').catch(() => {}), 1);
  },
  'fails in the database together with a sibling': async (tx: TenantDb) => {
    await Promise.all([tx.query('select 1 / 0 where $1::uuid is not null'), tx.query('select $1::uuid')]);
  },
  'is cancelled': async (tx: TenantDb) => {
    await tx.query(`select $1::uuid, pg_cancel_backend(pg_backend_pid()), pg_sleep(1)`);
  },
  'loses its backend': async (tx: TenantDb) => {
    await tx.query(`select $1::uuid, pg_terminate_backend(pg_backend_pid()), pg_sleep(1)`);
  },
} as const;

describe.each([1, 2])('with a pool of %i', (pool) => {
  describe.each(DOORS)('a %s', (door) => {
    test.each(Object.entries(ENDINGS))('that %s affects no other transaction', async (_name, ending) => {
      const db = openPool(pool);
      const [loud, quiet] = [await anEmpresa(), await anEmpresa()];
      for (const awaited of [0, 1, 2]) {
        const ends = Array.from({ length: 4 }, () =>
          db[door](accessOf(loud), async (tx) => {
            for (let n = 0; n < awaited; n++) expect(await current(tx)).toBe(loud.empresaId);
            await ending(tx);
          }).catch(() => {}),
        );
        const neighbours = DOORS.flatMap((other) =>
          Array.from({ length: 4 }, () =>
            db[other](accessOf(quiet), async (tx) => {
              const seen = [await current(tx)];
              const rows = await tx.query<{ id: string }>(
                'select id from empresas where $1::uuid is not null',
              );
              seen.push(...rows.map(({ id }) => id), await current(tx));
              if (other === 'write')
                await tx.insertInto('marcas', { ...MARCA, user_id: quiet.userId }).execute();
              seen.push(await current(tx));
              return seen;
            }),
          ),
        );
        for (const seen of await Promise.all(neighbours))
          expect(seen).toEqual(Array(4).fill(quiet.empresaId));
        await Promise.all(ends);
      }
      expect(await sql('select from marcas where empresa_id = $1', [quiet.empresaId])).toHaveLength(12);
      expect(await sql('select from marcas where empresa_id = $1', [loud.empresaId])).toHaveLength(0);
    });
  });
});

describe('after the end of a transaction', () => {
  test.each(DOORS)('a statement issued on an ended %s is refused', async (door) => {
    const db = openPool(1);
    const ana = await anEmpresa();
    const kept = await db[door](accessOf(ana), async (tx) => tx);
    await expect(kept.query('select $1::uuid')).rejects.toThrow('has ended');
    await expect(kept.selectFrom('marcas').select('id').execute()).rejects.toThrow('has ended');
    await expect(kept.raw('select 1')).rejects.toThrow('has ended');
  });

  test('a write that returns before its statements are sent rejects and saves nothing', async () => {
    const db = openPool(1);
    const ana = await anEmpresa();
    const written = db.write(accessOf(ana), async (tx) => {
      await tx.insertInto('marcas', { ...MARCA, user_id: ana.userId }).execute();
      void tx.query('select $1::uuid').catch(() => {});
      return 'saved';
    });
    await expect(written).rejects.toThrow('before its statements were sent');
    expect(await sql('select from marcas where empresa_id = $1', [ana.empresaId])).toHaveLength(0);
  });
});

describe('a connection', () => {
  test('refuses to open a second empresa in one transaction', async () => {
    const db = openPool(1);
    const [ana, bruno] = [await anEmpresa(), await anEmpresa()];
    const twice = db.write(accessOf(ana), (tx) =>
      tx.raw('select use_session($1, $2, $3, null)', [bruno.sessionHash, bruno.empresaId, bruno.userId]),
    );
    await expect(twice).rejects.toMatchObject({ code: 'PR500' });
  });

  test('cancels a statement that exceeds its budget and gives the next transaction the usual limit', async () => {
    const db = openPool(1);
    const ana = await anEmpresa();
    const slow = (tx: TenantDb) => tx.query('select $1::uuid, pg_sleep(0.3)');
    for (const door of DOORS) {
      await expect(db[door](accessOf(ana), slow, { statementMs: 50 })).rejects.toMatchObject({
        code: '57014',
      });
      await expect(db[door](accessOf(ana), slow)).resolves.toHaveLength(1);
    }
  });

  test('keeps a bounded number of prepared statements', async () => {
    const db = openPool(1);
    const ana = await anEmpresa();
    for (let n = 0; n < 700; n++)
      for (const _use of ['first', 'second'])
        await db.read(accessOf(ana), (tx) => tx.query(`select $1::uuid as c${n}`));
    const [row] = await db.global<{ n: number }>('select count(*)::int as n from pg_prepared_statements');
    expect(row?.n).toBeGreaterThan(100);
    expect(row?.n).toBeLessThanOrEqual(300);
  });

  test('keeps a bounded number of prepared statements when statements fail', async () => {
    const db = openPool(1);
    const ana = await anEmpresa();
    for (let n = 0; n < 150; n++)
      for (const _use of ['first', 'second'])
        await expect(
          db.read(accessOf(ana), (tx) => tx.query(`select 1 / 0 as c${n} where $1::uuid is not null`)),
        ).rejects.toMatchObject({ code: '22012' });
    const [row] = await db.global<{ n: number }>('select count(*)::int as n from pg_prepared_statements');
    expect(row?.n).toBeLessThan(100);
    await expect(db.read(accessOf(ana), current)).resolves.toBe(ana.empresaId);
  });

  test('stays usable after a value that cannot be serialized', async () => {
    const db = openPool(1);
    const ana = await anEmpresa();
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const sent = db.read(accessOf(ana), (tx) => tx.query('select $1::uuid, $2::jsonb', [circular]));
    await expect(sent).rejects.toThrow('circular');
    await expect(db.read(accessOf(ana), current)).resolves.toBe(ana.empresaId);
  });
});

test.each([
  [
    'a service',
    () => receive('http://127.0.0.1:2', { service: 'a service', timeLimitMs: 100, sizeLimit: 1 }),
  ],
  ['the file store', () => openStorage(config.STORAGE).exists('publico/x')],
  [
    'the mail server',
    () =>
      openMail({ url: 'smtp://127.0.0.1:2', from: 'a@b.c', allowPlain: true }).send({
        to: 'a@b.c',
        subject: '',
        html: '',
        text: '',
      }),
  ],
])('%s cannot be called inside a transaction', async (name, call) => {
  const db = openPool(1);
  const ana = await anEmpresa();
  for (const door of DOORS)
    await expect(db[door](accessOf(ana), call as () => Promise<unknown>)).rejects.toThrow(
      `${name} was called inside a transaction`,
    );
});
