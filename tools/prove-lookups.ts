import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { LOOKUP_FAULT_KINDS } from '../apps/sandbox/src/consultas/lookup-faults.ts';
import { startSandbox } from '../apps/sandbox/src/sandbox.ts';
import { aPerson, aSession, cookieOf } from '../apps/server/src/testing/people.ts';
import { startPostgres } from './postgres.ts';
import { startProduct } from './product.ts';
import { figure, isShort, note, planted, plantedOf, prove } from './proof.ts';
import { DEFECTS, type Edit } from './prove-lookups.defects.ts';
import { FORM_DEFECTS, proveForm, proveForms } from './prove-lookups.forms.ts';
import {
  figuresOf,
  isShortOf,
  type Lookup,
  lookUpBroken,
  type Measure,
  repeated,
  type Site,
} from './prove-lookups.load.ts';
import { seedDemo } from './seed.ts';
import { environment, prepareDatabase, start, untilReady } from './stack.ts';

/**
 * A CEP or CNPJ is looked up in time whatever the public services do: each of them failing in every way known of them,
 * alone and two at once, and all of them. Every lookup is of a number not asked before. A new http process for each way
 * of failing, since one remembers who kept failing. Then the forms of the built web (`pnpm build` first).
 */
const PLACES = [[2], [1], [0], [0, 1]];
/** Of each kind and places, half of them CEPs: 2,016 in all, short 64. */
const LOOKUPS = isShort ? 4 : 42;
/** Short: slow, refusing, and two that only look like an answer. */
const KINDS = isShort ? (['lento', 'truncado'] as const) : LOOKUP_FAULT_KINDS;
const ALL_OUT = isShort ? 4 : 8;
const REPEATED = isShort ? { numbers: 40, times: 10 } : { numbers: 200, times: 10 };

await prove(async ({ folder, port, onEnd }) => {
  const postgres = await startPostgres({ dir: join(folder, 'postgres'), port, settings: { fsync: 'off' } });
  onEnd(postgres.stop);
  await prepareDatabase(postgres, 'prumo');
  const admin = new pg.Pool({ connectionString: postgres.url('prumo'), max: 1 });
  onEnd(() => admin.end());
  const cookie = cookieOf(await aSession(admin, await aPerson(admin, 'Ana Souza')));
  const sandbox = await startSandbox({ port: port + 5 });
  onEnd(sandbox.stop);
  const ports = { web: port + 1, api: port + 2, media: port + 3, smtp: port + 4, sandbox: port + 5 };
  const { MEDIA_PORT: _, ...local } = environment(postgres, 'prumo', ports, folder);
  const env = { ...local, NODE_ENV: 'production', RATE_LIMIT: '0', LOG_LEVEL: 'info' };
  const site: Site = { api: `http://127.0.0.1:${ports.api}`, sandbox: sandbox.url, cookie };
  const log = join(folder, 'server.log');

  /** Runs a part against an http process of its own. */
  async function serve<T>(part: (site: Site) => Promise<T>, edits: readonly Edit[] = []): Promise<T> {
    const plant = pathToFileURL(join(import.meta.dirname, 'prove-lookups.plant.ts')).href;
    const withDefect = { NODE_OPTIONS: `--import=${plant}`, PLANTED_EDITS: JSON.stringify(edits) };
    const http = start('src/main.http.ts', { ...env, ...(edits.length > 0 && withDefect) }, log);
    // Its orderly end would wait for a balancer.
    const stop = async () => {
      http.child.kill('SIGKILL');
      await http.ended;
    };
    onEnd(stop);
    await untilReady(`${site.api}/readyz`);
    const result = await part(site);
    await stop();
    return result;
  }

  const openProduct = async () => {
    const product = await startProduct(port + 10);
    onEnd(product.stop);
    await seedDemo(product.postgres.url(product.database));
    return product;
  };

  const defects = plantedOf([...namesOf(DEFECTS), ...namesOf(FORM_DEFECTS)]);
  const isInServer = (name: string): name is keyof typeof DEFECTS => name in DEFECTS;
  for (const name of defects.filter(isInServer)) {
    const { edits, part, by } = DEFECTS[name];
    notice(name, await serve(part, edits), by);
  }
  const inForms = defects.filter((name) => !isInServer(name));
  if (inForms.length > 0) {
    const product = await openProduct();
    for (const name of inForms) notice(name, await proveForm(product, name), FORM_DEFECTS[name].by);
  }
  if (defects.length > 0) return;
  const lookups = await proveFaults(serve);
  show(await serve((on) => repeated(on, REPEATED.numbers, REPEATED.times)));
  const product = await openProduct();
  show(await proveForms(product));
  const logged = `${await readFile(log, 'utf8')}\n${await readFile(product.log, 'utf8')}`;
  figure('CEPs and CNPJs in the log', namedIn(logged, lookups), { exactly: 0 });
});

function namesOf<Defects extends object>(defects: Defects) {
  return Object.keys(defects) as (keyof Defects & string)[];
}

/** The figures of a planted defect that fell short, of those that must. */
function notice(name: string, measures: readonly Measure[], by: RegExp): void {
  const noticed = measures.filter((each) => isShortOf(each) && by.test(each.name));
  planted(
    name,
    noticed.map((each) => `${each.name} = ${each.value}`),
  );
}

type Serve = <T>(part: (site: Site) => Promise<T>) => Promise<T>;

async function proveFaults(serve: Serve): Promise<Lookup[]> {
  const all: Lookup[] = [];
  const out: Lookup[] = [];
  for (const kind of KINDS)
    await serve(async (site) => {
      const lookups: Lookup[] = [];
      for (const places of PLACES) lookups.push(...(await lookUpBroken(site, kind, places, LOOKUPS)));
      show(figuresOf(kind, lookups));
      all.push(...lookups);
      out.push(...(await lookUpBroken(site, kind, [0, 1, 2], ALL_OUT)));
    });
  show(figuresOf('all services failing at once', out));
  show(figuresOf('in all', all));
  figure('slowest of all, ms', Math.round(Math.max(...[...all, ...out].map(({ ms }) => ms))), { max: 5000 });
  return [...all, ...out];
}

function show(measures: readonly Measure[]): void {
  for (const { name, value, bar, size } of measures) figure(name, value, bar, size);
}

function namedIn(log: string, lookups: readonly Lookup[]): number {
  if (!log.includes('/api/consultas/')) throw new Error('The log of the server is not where it is searched.');
  note(`${log.split('\n').length} lines of log, ${lookups.length} numbers`);
  // Whole words: the fractions of milliseconds hold any eight digits sooner or later.
  const words = new Set(log.split(/[^0-9A-Za-z]+/));
  return lookups.filter(({ numero }) => words.has(numero)).length;
}
