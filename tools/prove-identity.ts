import { join } from 'node:path';
import pg from 'pg';
import { openVault } from '../apps/server/src/platform/vault.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { figure, isShort, planted, plantedOf, prove } from './proof.ts';
import { attack, tenMinutes } from './prove-identity.attack.ts';
import { DEFECTS, type Defect, type Part } from './prove-identity.defects.ts';
import { isShortOf, type Measure, type Site, seedPeople } from './prove-identity.people.ts';
import { RACES, race } from './prove-identity.races.ts';
import { heldBackTimes, recoveryTimes, resendTimes, signInTimes } from './prove-identity.times.ts';
import { environment, prepareDatabase, start, untilReady } from './stack.ts';

/**
 * Nobody gets in by guessing, nobody who belongs in is kept out by those who guess, no answer tells who has an account,
 * and what counts once counts once. Two http processes share one database, durable as installed: what only one of them
 * knew would protect nobody.
 */
const PEOPLE = 1000;
const ATTACK_SECONDS = isShort ? 5 : 50;
const ROUNDS = isShort ? 30 : 1000;
const SAMPLES = isShort ? { hashed: 150, other: 300 } : { hashed: 1000, other: 1000 };
const TEMPLATE = 'prumo';

await prove(async ({ folder, port, onEnd }) => {
  const postgres = await startPostgres({ dir: join(folder, 'postgres'), port });
  onEnd(postgres.stop);
  await prepareDatabase(postgres, TEMPLATE);
  const stage = { postgres, folder, port, onEnd };
  const defects = plantedOf(Object.keys(DEFECTS) as (keyof typeof DEFECTS)[]);
  if (defects.length === 0) await proveIdentity(await open(stage, 'sem_defeito'));
  for (const [n, name] of defects.entries()) {
    const { sql, limits, part, by }: Defect = DEFECTS[name];
    const { serve, close } = await open(stage, `defeito_${n}`, sql);
    const noticed = (await serve(limits, part)).filter((each) => isShortOf(each) && by.test(each.name));
    planted(
      name,
      noticed.map((each) => `${each.name} = ${each.value}`),
    );
    await close();
  }
});

async function proveIdentity({ serve, close }: Awaited<ReturnType<typeof open>>): Promise<void> {
  const show = async (measures: Promise<Measure[]>) => {
    for (const { name, value, bar, size } of await measures) figure(name, value, bar, size);
    return [];
  };
  await serve('on', async (site) => {
    await show(attack(site, ATTACK_SECONDS));
    await show(tenMinutes(site));
    return show(heldBackTimes(site, SAMPLES.other));
  });
  await serve('off', async (site, vault) => {
    await show(signInTimes(site, SAMPLES.hashed));
    await show(recoveryTimes(site, SAMPLES.other));
    await show(resendTimes(site, SAMPLES.other));
    for (const name of Object.keys(RACES) as (keyof typeof RACES)[])
      await show(race(site, vault, name, ROUNDS));
    return [];
  });
  await close();
}

interface Stage {
  postgres: Postgres;
  folder: string;
  port: number;
  onEnd(stop: () => Promise<unknown>): void;
}

/** People in a fresh copy of the migrated database; `serve` runs a part of the proof against two http processes. */
async function open({ postgres, folder, port, onEnd }: Stage, database: string, defect?: string) {
  const maker = new pg.Client({ connectionString: postgres.url('postgres') });
  await maker.connect();
  await maker.query(`create database ${database} template ${TEMPLATE} owner owner`);
  await maker.end();
  const admin = new pg.Pool({ connectionString: postgres.url(database), max: 2 });
  // Ended by PostgreSQL itself when the proof is broken off.
  admin.on('error', () => {});
  const people = await seedPeople(admin, PEOPLE);
  if (defect) await admin.query(defect);
  const ports = { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 };
  const { MEDIA_PORT: _, ...local } = environment(postgres, database, ports, folder);
  const env = { ...local, NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' };

  return {
    async serve(limits: 'on' | 'off', part: Part): Promise<Measure[]> {
      const apis = [port + 6, port + 7];
      const processes = apis.map((api) =>
        start('src/main.http.ts', {
          ...env,
          PORT: String(api),
          ...(limits === 'off' && { RATE_LIMIT: '0' }),
        }),
      );
      // Their orderly end would wait for a balancer.
      const stop = async () => {
        for (const { child } of processes) child.kill('SIGKILL');
        await Promise.all(processes.map(({ ended }) => ended));
      };
      onEnd(stop);
      await Promise.all(apis.map((api) => untilReady(`http://127.0.0.1:${api}/readyz`)));
      const site: Site = {
        admin,
        people,
        origin: env.PUBLIC_URL,
        ports: apis,
        pids: processes.flatMap(({ child }) => child.pid ?? []),
      };
      const measures = await part(site, openVault(JSON.parse(env.SECRET_KEYS)));
      await stop();
      return measures;
    },
    close: () => admin.end(),
  };
}
