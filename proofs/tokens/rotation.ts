import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sealTokens } from '../../apps/server/src/modules/contas/sealed-tokens.ts';
import { type KeyRing, openVault } from '../../apps/server/src/platform/secrets/vault.ts';
import { ROOT } from '../../tools/stack.ts';
import { type Edit, withEdits } from '../kit/edits.ts';
import type { Measure } from '../kit/figures.ts';
import type { Operator } from '../kit/product.ts';
import { endAll, openAskers } from './askers.ts';
import type { Conta, Site } from './site.ts';

/** The name of the new key. */
const NEW = 'nova';

/**
 * Changes the key that seals the tokens. Meanwhile processes with the old and with the new current key read
 * tokens, and another process refreshes the token of one conta.
 */
export async function rotate(
  parts: { site: Site; operator: Operator; live: Conta },
  options: { rows: number; readers: number; edits?: readonly Edit[] },
): Promise<Measure[]> {
  const { site, operator, live } = parts;
  const before = JSON.parse(site.env['SECRET_KEYS'] ?? '') as KeyRing;
  const chaves = {
    ...before.chaves,
    [NEW]: Buffer.from('another-one-only-here-0123456789').toString('base64'),
  };
  const after: KeyRing = { atual: NEW, chaves };
  const contas = await insertContas(site, operator, openVault(before), options.rows);
  const with_ = (ring: KeyRing) => ({ settings: { SECRET_KEYS: JSON.stringify(ring) } });
  // As in a rollout, all processes know the new key before one of them seals with it.
  const older = await openAskers(site, options.readers / 2, with_({ ...after, atual: before.atual }));
  const newer = await openAskers(site, options.readers / 2, with_(after));
  const [refresher] = await openAskers(site, 1, with_(after));
  const reading = [...older, ...newer].map((reader) => reader.read(contas));

  let isOver = false;
  const refreshed = { count: 0, failures: [] as string[] };
  const refreshing = (async () => {
    while (!isOver && refresher) {
      await site.lapse(live);
      const { outcome } = await refresher.ask(live);
      refreshed.count += 1;
      if (outcome !== 'ok') refreshed.failures.push(outcome);
      await sleep(20);
    }
  })();
  const began = performance.now();
  const printed = await reseal(site, after, options.edits ?? []);
  const seconds = (performance.now() - began) / 1000;
  isOver = true;
  await refreshing;
  const read = await Promise.all(reading.map((each) => each.stop()));
  const failures = [...read.flatMap((each) => each.failures), ...refreshed.failures];
  const [left] = await site.sql(
    `select count(*)::int as rows from mercado_livre_tokens
     where not (access_token like $1 and coalesce(refresh_token like $1, true))`,
    [`v1.${NEW}.%`],
  );
  await endAll([...older, ...newer, ...(refresher ? [refresher] : [])]);
  const opened = await readWithout(site, { atual: NEW, chaves: { [NEW]: chaves[NEW] ?? '' } }, contas);
  const reads = read.reduce((sum, each) => sum + each.reads, 0);
  return [
    {
      name: 'reads that failed while the key was changed',
      value: failures.length,
      bar: { exactly: 0 },
      size: `${reads} reads by ${options.readers} processes, ${refreshed.count} refreshes, ${options.rows + 1} contas in ${seconds.toFixed(1)} s`,
      findings: failures,
    },
    { name: 'reads while the key was changed', value: reads, bar: { min: 100 } },
    { name: 'refreshes while the key was changed', value: refreshed.count, bar: { min: 1 } },
    { name: 'contas left under the old key', value: left.rows, bar: { exactly: 0 }, findings: [printed] },
    {
      name: 'contas whose tokens the new key alone does not open',
      value: contas.length - opened,
      bar: { exactly: 0 },
    },
  ];
}

/**
 * Inserts contas that Mercado Livre does not know. They are inactive, so that no job calls Mercado Livre for
 * them.
 */
async function insertContas(
  site: Site,
  { empresaId, userId }: Operator,
  vault: ReturnType<typeof openVault>,
  rows: number,
) {
  const contas = Array.from({ length: rows }, () => ({ empresaId, contaId: randomUUID() }));
  const given = contas.map((conta, n) => ({
    id: conta.contaId,
    user_ml_id: 1_000_000 + n,
    ...sealTokens(vault, conta, { accessToken: `acesso-${n}`, refreshToken: `renovacao-${n}` }),
  }));
  await site.sql('alter table mercado_livre_config disable trigger mercado_livre_config_historico');
  await site.sql(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as g (id uuid, user_ml_id text, access text, refresh text)),
     contas as (insert into mercado_livre_config (empresa_id, id, user_id, marketplace, user_ml_id, active) select $2, id, $3, 'mercado-livre', user_ml_id, false from given)
     insert into mercado_livre_tokens (empresa_id, conta_id, access_token, refresh_token, expires_at)
     select $2, id, access, refresh, now() + interval '6 hours' from given`,
    [JSON.stringify(given), empresaId, userId],
  );
  await site.sql('alter table mercado_livre_config enable trigger mercado_livre_config_historico');
  await site.sql('analyze mercado_livre_config, mercado_livre_tokens');
  return contas;
}

/** Runs `pnpm secrets:reseal` as an operator does, and returns its last line. */
async function reseal({ env }: Site, ring: KeyRing, edits: readonly Edit[]): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.reseal.ts')], {
    env: {
      ...process.env,
      ...env,
      SECRET_KEYS: JSON.stringify(ring),
      ...withEdits(edits),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`secrets:reseal ended with ${code}`);
  return output.trim().split('\n').at(-1) ?? '';
}

/** The number of contas whose two tokens open with the new key alone. */
async function readWithout(
  site: Site,
  ring: KeyRing,
  contas: readonly { contaId: string; empresaId: string }[],
) {
  const vault = openVault(ring);
  const rows = await site.sql('select conta_id, access_token, refresh_token from mercado_livre_tokens');
  const byId = new Map(rows.map((row) => [row.conta_id, row]));
  return contas.filter(({ empresaId, contaId }, n) => {
    const row = byId.get(contaId);
    const place = (column: string) => `mercado_livre_tokens|${column}|${empresaId}|${contaId}`;
    try {
      return (
        vault.open(row.access_token, place('access_token')) === `acesso-${n}` &&
        vault.open(row.refresh_token, place('refresh_token')) === `renovacao-${n}`
      );
    } catch {
      return false;
    }
  }).length;
}
