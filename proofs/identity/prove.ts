import { openVault } from '../../apps/server/src/platform/secrets/vault.ts';
import { isShort, plantedOf } from '../kit/arguments.ts';
import { type Measure, plantedBy, show } from '../kit/figures.ts';
import { NO_LIMITS, openProduct, openStage, type Stage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { attack, tenMinutes } from './attack.ts';
import { DEFECTS, type Defect, type Part } from './defects.ts';
import { type Site, seedPeople } from './people.ts';
import { RACES, race } from './races.ts';
import { heldBackTimes, recoveryTimes, resendTimes, signInTimes } from './times.ts';

/**
 * Proves that guessing opens no account, that guessing locks out no real person, that no answer reveals which
 * e-mails have an account, and that each single-use secret works once. Two http processes share one database,
 * because a limit in the memory of one process would not protect the other.
 */
const PEOPLE = 1000;
const ATTACK_SECONDS = isShort ? 5 : 50;
const ROUNDS = isShort ? 30 : 1000;
const SAMPLES = isShort ? { hashed: 150, other: 300 } : { hashed: 1000, other: 1000 };

await prove(async (place) => {
  const stage = await openStage(place);
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) await proveIdentity(await open(stage, 'prumo'));
  for (const [n, name] of defects.entries()) {
    const { sql, limits, part, by }: Defect = DEFECTS[name];
    const serve = await open(stage, `prumo_${n}`, sql);
    plantedBy(name, await serve(limits, part), by);
  }
});

async function proveIdentity(serve: Awaited<ReturnType<typeof open>>): Promise<void> {
  const print = async (measures: Promise<Measure[]>) => {
    show(await measures);
    return [];
  };
  await serve('on', async (site) => {
    await print(attack(site, ATTACK_SECONDS));
    await print(tenMinutes(site));
    return print(heldBackTimes(site, SAMPLES.other));
  });
  await serve('off', async (site, vault) => {
    await print(signInTimes(site, SAMPLES.hashed));
    await print(recoveryTimes(site, SAMPLES.other));
    await print(resendTimes(site, SAMPLES.other));
    for (const name of Object.keys(RACES) as (keyof typeof RACES)[])
      await print(race(site, vault, name, ROUNDS));
    return [];
  });
}

/**
 * Creates a database with accounts. Returns a function that runs a part of the proof against two http
 * processes.
 */
async function open(stage: Stage, database: string, defect?: string) {
  const product = await openProduct(stage, {
    database,
    settings: { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' },
  });
  const { admin, env, origin } = product;
  const people = await seedPeople(admin, PEOPLE);
  if (defect) await admin.query(defect);
  const ports = [stage.port + 6, stage.port + 7];

  return async (limits: 'on' | 'off', part: Part): Promise<Measure[]> => {
    const processes = await Promise.all(
      ports.map((port) => product.serve({ PORT: String(port), ...(limits === 'off' && NO_LIMITS) })),
    );
    const site: Site = {
      ...{ admin, people, origin, ports },
      pids: processes.flatMap(({ child }) => child.pid ?? []),
    };
    const measures = await part(site, openVault(JSON.parse(env['SECRET_KEYS'] ?? '')));
    await product.kill();
    return measures;
  };
}
