import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from '../apps/server/src/modules/contas/budget.ts';
import { MarketplaceError } from '../apps/server/src/modules/contas/marketplace.ts';
import { openTokens } from '../apps/server/src/modules/contas/tokens.ts';
import { openMercadoLivre } from '../apps/server/src/modules/mercado-livre/mercado-livre.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/db.ts';
import { AppError } from '../apps/server/src/platform/errors.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import { openVault } from '../apps/server/src/platform/vault.ts';

/** A process of its own that asks for tokens with the product's code: its connections, single flights and pauses. */
export interface Ask {
  n: number;
  conta: { empresaId: string; contaId: string };
  /** When all begin, by the clock of the machine. */
  at: number;
}

export interface Answered {
  n: number;
  outcome: 'ok' | string;
  /** Of the token it worked with. */
  token: string;
  began: number;
  /** When it had a token that worked in its hands. */
  had: number;
  ended: number;
}

/** Reads until it is told to stop: conta `n` must open as `acesso-n`. */
export interface Read {
  contas: readonly { empresaId: string; contaId: string }[];
}

export interface HasRead {
  reads: number;
  failures: string[];
}

const config = readConfig();
const log = openLog(config.LOG_LEVEL);
const db = openDatabase({ url: config.DATABASE_URL, pool: config.DATABASE_POOL, onError: () => {} });
const budget = openBudget({
  db,
  marketplace: 'mercado-livre',
  perSecond: config.MERCADO_LIVRE_CALLS_PER_SECOND,
});
const marketplace = openMercadoLivre({ config, budget });
const tokens = openTokens({ db, vault: openVault(config.SECRET_KEYS), marketplace, log });
const now = () => performance.timeOrigin + performance.now();

async function answer({ n, conta, at }: Ask): Promise<Answered> {
  await sleep(Math.max(0, at - now()));
  const began = now();
  let token = '';
  let had = 0;
  const outcome = await tokens
    .withToken(conta, async (accessToken) => {
      await use(accessToken);
      token = createHash('sha256').update(accessToken).digest('hex');
      had = now();
    })
    .then(() => 'ok', wordOf);
  return { n, outcome, token, began, had, ended: now() };
}

/** Outside the budget and without a time limit: what a busy machine does to a call is not what is proved here. */
async function use(accessToken: string): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const { status } = await fetch(`${config.MERCADO_LIVRE_API_URL}/users/me`, { headers });
  if (status !== 200) throw new MarketplaceError(status === 401 ? 'unauthorized' : 'unavailable');
}

const wordOf = (error: unknown): string =>
  error instanceof AppError ? error.code : String(error instanceof Error ? error.message : error);

let isOver = false;

async function read({ contas }: Read): Promise<HasRead> {
  const failures: string[] = [];
  let reads = 0;
  let at = Math.floor(Math.random() * contas.length);
  for (; !isOver; at = (at + 7919) % contas.length) {
    const conta = contas[at];
    if (!conta) break;
    const seen = await tokens.withToken(conta, async (accessToken) => accessToken).catch(wordOf);
    reads += 1;
    if (seen !== `acesso-${at}`) failures.push(`conta ${at} opened as ${seen}`);
  }
  return { reads, failures };
}

type Message = { ask: Ask } | { read: Read } | { stop: true };

process.on('message', async (message: Message) => {
  if ('ask' in message) process.send?.({ answered: await answer(message.ask) });
  else if ('read' in message) process.send?.({ hasRead: await read(message.read) });
  else isOver = true;
});
process.on('disconnect', () => process.exit(0));
// Its connections are there before the first round; while many start at once, the first tries may come to nothing.
const warm = () =>
  Promise.all(Array.from({ length: config.DATABASE_POOL }, () => db.global('select pg_sleep(0.01)')));
for (let tries = 1; ; tries++) {
  const isWarm = await warm().then(
    () => true,
    (error: unknown) => {
      if (tries === 10) throw error;
      return false;
    },
  );
  if (isWarm) break;
}
process.send?.({ ready: true });
