import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from '../../apps/server/src/modules/contas/budget.ts';
import { openTokens } from '../../apps/server/src/modules/contas/tokens.ts';
import { MarketplaceError } from '../../apps/server/src/modules/marketplace/errors.ts';
import { openMarketplaces } from '../../apps/server/src/modules/marketplace/marketplace.ts';
import { openMercadoLivre } from '../../apps/server/src/modules/mercado-livre/mercado-livre.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { openDatabase } from '../../apps/server/src/platform/db/db.ts';
import { AppError } from '../../apps/server/src/platform/errors.ts';
import { openLog } from '../../apps/server/src/platform/log.ts';
import { openVault } from '../../apps/server/src/platform/secrets/vault.ts';

/**
 * A message to one asker, a process that gets tokens with the product's own code and its own database
 * connections.
 */
export interface Ask {
  n: number;
  conta: { empresaId: string; contaId: string };
  /** The instant at which all askers start, in milliseconds of the machine's clock. */
  at: number;
}

export interface Answered {
  n: number;
  outcome: 'ok' | string;
  /** The hash of the token that Mercado Livre accepted. */
  token: string;
  began: number;
  /** The instant at which the asker had a working token. */
  had: number;
  ended: number;
}

/** Makes the asker read tokens until it receives `stop`. The access token of conta `n` must be `acesso-n`. */
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
const tokens = openTokens({
  db,
  vault: openVault(config.SECRET_KEYS),
  marketplaces: openMarketplaces([marketplace]),
  log,
});
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

/**
 * Sends a request with the token. It bypasses the rate budget and has no time limit, because this proof does
 * not test how a busy machine delays a call.
 */
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
    if (seen !== `acesso-${at}`) failures.push(`the token of conta ${at} is ${seen}`);
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
// Opens the database connections before the first round. The first tries may fail while many askers start
// together.
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
