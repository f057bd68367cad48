import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openMarketplaces } from '#modules/marketplace/marketplace.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openLog } from '#platform/log.ts';
import { type KeyRing, openVault } from '#platform/secrets/vault.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { openBudget } from './budget.ts';
import { reseal } from './reseal.ts';
import { openAccessToken, openRefreshToken, sealTokens } from './sealed-tokens.ts';
import type { ContaRef } from './tokens.queries.ts';
import { openTokens } from './tokens.ts';

const prumo = await mercadoLivreApp();
const { anEmpresa, aSeller, connect, sql, config, openPool } = prumo;
const db = openPool(8);
const before = config.SECRET_KEYS;
const after: KeyRing = {
  atual: 't2',
  chaves: { ...before.chaves, t2: Buffer.alloc(32, 9).toString('base64') },
};
const marketplace = openMercadoLivre({
  config,
  budget: openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 }),
});
const tokensWith = (ring: KeyRing) =>
  openTokens({
    db,
    vault: openVault(ring),
    marketplaces: openMarketplaces([marketplace]),
    log: openLog('silent'),
  });

const ROWS = 300;
const noFailure = (_conta: ContaRef, error: unknown) => {
  throw error;
};

test('the key is rotated under load: no read fails, no token is lost, and the new key alone opens all', async () => {
  const ana = await anEmpresa();
  const seller = await aSeller();
  const { id } = (await connect(ana, seller)).json();
  const live = { empresaId: ana.empresaId, contaId: id };
  // One conta refreshes its tokens, and many others are only read.
  const old = openVault(before);
  const contas = Array.from({ length: ROWS }, () => ({ empresaId: ana.empresaId, contaId: randomUUID() }));
  const sealed = contas.map((conta, n) => ({
    id: conta.contaId,
    user_ml_id: n,
    ...sealTokens(old, conta, { accessToken: `acesso-${n}`, refreshToken: `renovacao-${n}` }),
  }));
  await sql('alter table mercado_livre_config disable trigger mercado_livre_config_historico');
  await sql(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as g (id uuid, user_ml_id text, access text, refresh text)),
     contas as (insert into mercado_livre_config (empresa_id, id, user_id, marketplace, user_ml_id) select $2, id, $3, 'mercado-livre', user_ml_id from given)
     insert into mercado_livre_tokens (empresa_id, conta_id, access_token, refresh_token, expires_at)
     select $2, id, access, refresh, now() + interval '6 hours' from given`,
    [JSON.stringify(sealed), ana.empresaId, ana.userId],
  );
  await sql('alter table mercado_livre_config enable trigger mercado_livre_config_historico');

  // One process of the old release, which has the new key and seals with the old one, and one that seals with
  // the new key.
  const readers = [tokensWith({ ...after, atual: before.atual }), tokensWith(after)];
  let isOver = false;
  let reads = 0;
  let refreshes = 0;
  const failures: unknown[] = [];
  const reader = async (n: number) => {
    const tokens = readers[n % 2];
    for (let at = n; !isOver; at = (at * 31 + 7) % ROWS) {
      const conta = contas[at];
      if (!conta) continue;
      const read = await tokens?.withToken(conta, async (token) => token).catch((error: unknown) => error);
      reads += 1;
      if (read !== `acesso-${at}`) failures.push(read);
    }
  };
  const refresher = async () => {
    while (!isOver) {
      await sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [id]);
      const seen = await tokensWith(after)
        .withToken(live, (token) => marketplace.me(token))
        .catch((error: unknown) => error);
      refreshes += 1;
      if (!(seen && typeof seen === 'object' && 'nickname' in seen)) failures.push(seen);
    }
  };
  const load = [0, 1].map(reader);
  const work = refresher();
  const progress: number[] = [];
  await reseal({ db, vault: openVault(after) }, (done) => progress.push(done), noFailure);
  isOver = true;
  await Promise.all([...load, work]);
  // Reseals what the old process wrote during the first run.
  await reseal({ db, vault: openVault(after) }, () => {}, noFailure);

  expect(failures).toEqual([]);
  expect(reads).toBeGreaterThan(100);
  expect(refreshes).toBeGreaterThan(2);
  expect(progress.at(-1)).toBeGreaterThanOrEqual(ROWS);
  const rows = await sql('select conta_id, access_token, refresh_token from mercado_livre_tokens');
  expect(rows).toHaveLength(ROWS + 1);
  for (const row of rows)
    for (const value of [row.access_token, row.refresh_token]) expect(value).toMatch(/^v1\.t2\./);
  const alone = openVault({ atual: 't2', chaves: { t2: String(after.chaves['t2']) } });
  for (const [n, conta] of contas.entries()) {
    const row = rows.find(({ conta_id }) => conta_id === conta.contaId);
    expect(openAccessToken(alone, conta, row as { access_token: string })).toBe(`acesso-${n}`);
    expect(openRefreshToken(alone, conta, row as { refresh_token: string })).toBe(`renovacao-${n}`);
  }
  expect(await reseal({ db, vault: openVault(after) }, () => {}, noFailure)).toBe(0);
});

test('a conta whose tokens no key opens does not stop the others, and the run fails at its end', async () => {
  const ana = await anEmpresa();
  const contas: string[] = [];
  for (let n = 0; n < 3; n++) contas.push((await connect(ana, await aSeller())).json().id);
  const [broken] = contas.toSorted();
  await sql("update mercado_livre_tokens set access_token = 'v1.t1.AAAA' where conta_id = $1", [broken]);
  const failed: string[] = [];
  await expect(
    reseal(
      { db, vault: openVault(after) },
      () => {},
      ({ contaId }) => failed.push(contaId),
    ),
  ).rejects.toThrow('1 contas not sealed anew');
  expect(failed).toEqual([broken]);
  const rows = await sql(
    'select conta_id, access_token from mercado_livre_tokens where conta_id = any ($1::uuid[])',
    [contas.filter((id) => id !== broken)],
  );
  expect(rows).toHaveLength(2);
  for (const { access_token } of rows) expect(access_token).toMatch(/^v1\.t2\./);
});
