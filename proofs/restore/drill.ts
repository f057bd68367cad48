import { setTimeout as sleep } from 'node:timers/promises';
import type { Operator } from '../kit/product.ts';
import type { Defect } from './defects.ts';
import { compare, type Entry } from './shadow.ts';
import type { Site } from './site.ts';
import { objectFindings, storedRecords } from './stored.ts';

/** How long the proof watches for a mail that must not come. */
const WATCH_MS = 5000;
/** A job that was held asks again every 30 s. */
const MAIL_MS = 60_000;

export interface Drilled {
  seconds: number;
  bytes: number;
  before: number;
  after: number;
  missing: string[];
  present: string[];
  differing: string[];
  objects: string[];
  /** What `prumo restore` and `prumo recover` found, or did not do. */
  commands: string[];
  mail: string[];
  tokens: string[];
  sessions: string[];
}

export interface Drill {
  entries: readonly Entry[];
  point: number;
  /** A session from before the point. */
  signedIn: Operator;
  /** A person whose mail waited at one of the points and was sent since, and how many mails they have. */
  written: { email: string; mails: number };
  /** What each conta must be after the release. */
  contas: ReadonlyMap<string, 'ativa' | 'reconectar'>;
  /** Whether to wait for a mail after the release. */
  awaitsMail: boolean;
  /** Moves the target of the restore, or changes the restored database before the product starts on it. */
  defect?: Pick<Defect, 'laterMs' | 'sql'> | undefined;
}

/** Restores the database to a point, starts the product on it and releases it. */
export async function drill(site: Site, drill: Drill): Promise<Drilled> {
  const { machine, product } = site;
  const { point, defect } = drill;
  const found: Drilled = {
    ...{ seconds: 0, bytes: 0, before: 0, after: 0, missing: [], present: [], differing: [] },
    ...{ objects: [], commands: [], mail: [], tokens: [], sessions: [] },
  };
  await machine.stop();
  const began = performance.now();
  const at = new Date(point + (defect?.laterMs ?? 0)).toISOString();
  const restored = await site.onMachine('restore', `--at=${at}`, '--timeline=1');
  found.seconds = (performance.now() - began) / 1000;
  if (restored.code !== 0) {
    found.commands.push(`prumo restore ended with ${restored.code}: ${restored.said.slice(-600)}`);
    return found;
  }
  found.bytes = machine.size();
  await machine.restart();
  const recovered = await site.prumo(['recover']);
  if (recovered.code !== 0)
    found.commands.push(`prumo recover ended with ${recovered.code}: ${recovered.said.slice(-600)}`);
  Object.assign(
    found,
    compare(
      drill.entries.filter(({ kind }) => kind !== 'objeto'),
      await storedRecords(site),
      point,
    ),
  );
  found.objects = await objectFindings(site, drill.entries, point);
  if (defect?.sql) await product.sql(defect.sql);
  await startOn(site, drill, found);
  return found;
}

/** Starts http and worker on the restored database, looks whether anything goes out, and releases it. */
async function startOn(site: Site, drill: Drill, found: Drilled): Promise<void> {
  const { product } = site;
  product.run('worker');
  await product.serve();
  const { status } = await product.ask(drill.signedIn, 'GET', '/api/marcas');
  if (status !== 401) found.sessions.push(`a session from before the restore was answered ${status}`);
  const ana = await product.anOperator();
  await site.forgetPassword(ana);
  const calls = await site.standIn.calls();
  await sleep(WATCH_MS);
  if (site.mailsTo(ana.email) > 0) found.mail.push('a mail left while mail was held back');
  if ((await site.standIn.calls()).total !== calls.total)
    found.tokens.push('the marketplace was called while held back');
  const released = await site.prumo(['release']);
  if (released.code !== 0) found.commands.push(`prumo release ended with ${released.code}: ${released.said}`);

  const until = Date.now() + MAIL_MS;
  for (const [conta, expected] of drill.contas) {
    let situacao = await site.situacaoOf(conta);
    while (situacao !== expected && Date.now() < until - MAIL_MS / 2) {
      await sleep(200);
      situacao = await site.situacaoOf(conta);
    }
    if (situacao !== expected) found.tokens.push(`a conta is ${situacao} instead of ${expected}`);
  }
  if (drill.awaitsMail) {
    while (site.mailsTo(ana.email) === 0 && Date.now() < until) await sleep(200);
    if (site.mailsTo(ana.email) !== 1)
      found.mail.push(`${site.mailsTo(ana.email)} mails instead of 1 after the release`);
  }
  const again = site.mailsTo(drill.written.email) - drill.written.mails;
  if (again > 0) found.mail.push('a mail that was sent before the restore was sent again');
  await product.kill();
}
