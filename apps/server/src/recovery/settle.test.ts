import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { sendEmail } from '#modules/acesso/emails/emails.job.ts';
import { openBudget } from '#modules/contas/budget.ts';
import { contasHandlers, keepContas, revokeConta } from '#modules/contas/contas.job.ts';
import { openTokens } from '#modules/contas/tokens.ts';
import { openMarketplaces } from '#modules/marketplace/marketplace.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { handle, openJobs } from '#platform/jobs/jobs.ts';
import { openLog } from '#platform/log.ts';
import { openMail } from '#platform/outside/mail.ts';
import { openHold } from '#platform/recovery/hold.ts';
import { openVault } from '#platform/secrets/vault.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { jobKinds } from '#worker.ts';
import { canHold, releaseHold, selectHold, settle } from './settle.queries.ts';

const prumo = await mercadoLivreApp();
const { anEmpresa, aSeller, connect, sql, callsOf, config, openPool, url } = prumo;
const db = openPool(4);
const log = openLog('silent');
const owner = new pg.Client({ connectionString: url('owner') });
await owner.connect();
afterAll(() => owner.end());
const mailKinds = jobKinds.flatMap(({ name, outside }) => (outside === 'mail' ? name : []));
const restore = () => settle(owner, { restoredTo: null, mailKinds });

test('every kind of job that sends mail or calls a marketplace says so', () => {
  const said = (outside: string) =>
    jobKinds.flatMap((kind) => (kind.outside === outside ? kind.name : [])).sort();
  expect(said('mail')).toEqual([
    'acesso.enviar-email',
    'acesso.enviar-email-a-estranho',
    'convites.enviar',
    'empresas.avisar-exclusao',
    'equipe.lembrar',
  ]);
  expect(said('marketplace')).toEqual([
    'anuncios.ler',
    'contas.manter',
    'contas.revogar',
    'faturas.fretes',
    'faturas.ler',
    'importacoes.avancar',
    'importacoes.reler',
    'notificacoes.recuperar',
    'pedidos.sincronizar',
  ]);
});

test('a database from before the hold existed is recognised', async () => {
  expect(await canHold(owner)).toBe(true);
  await owner.query('begin');
  await owner.query('drop schema recovery cascade');
  expect(await canHold(owner)).toBe(false);
  await owner.query('rollback');
});

test('a restored database sends nothing, forgets what was under way, and goes on after the release', async () => {
  const ana = await anEmpresa();
  const seller = await aSeller();
  const { id } = (await connect(ana, seller)).json();
  await sql("insert into auth.emails (kind, address) values ('aviso', 'ana@prumo.test')");
  const run: string[] = [];
  const isHeld = openHold(db);
  const jobs = await openJobs({ url: config.DATABASE_URL, worker: true, log, isHeld });
  const conta = { empresa_id: ana.empresaId, conta_id: id };
  const stateOf = async (name: string) =>
    (
      await sql('select state::text, start_after > now() as later from pgboss.job where name = $1', [name])
    ).map(({ state, later }) => `${state}${later ? ' later' : ''}`);
  try {
    await jobs.enqueueGlobal(sendEmail, { id: '01990000-0000-7000-8000-000000000000' });
    const settled = await restore();
    expect(settled).toMatchObject({ mails: 1, contas: 1 });
    expect(settled.sessions).toBeGreaterThan(0);
    expect(await selectHold(owner)).toMatchObject({ restored_to: null });
    expect((await ana.get('/api/marcas')).statusCode).toBe(401);
    expect(await stateOf(sendEmail.name)).toEqual(['cancelled']);

    await expect.poll(isHeld).toBe(true);
    const mail = openMail({ url: config.SMTP_URL, from: config.MAIL_FROM, allowPlain: false, isHeld });
    await expect(mail.send({ to: 'a@b.test', subject: '', html: '', text: '' })).rejects.toThrow('held back');
    const [call] = await db.global<{ ms: number }>("select take_call('mercado-livre', 10000, 1, 0) as ms");
    expect(call?.ms).toBe(3_600_000);

    await db.write(systemAccess(ana.empresaId), (tx) => jobs.enqueue(tx, revokeConta, conta));
    await jobs.enqueueGlobal(keepContas, {});
    await jobs.work([
      handle(revokeConta, async () => void run.push('revoke')),
      handle(keepContas, async () => void run.push('keep')),
    ]);
    // The clock enqueues `keepContas` again. A job without a clock goes back into its queue.
    await expect.poll(() => stateOf(keepContas.name), { timeout: 15_000 }).toEqual(['completed']);
    await expect
      .poll(() => stateOf(revokeConta.name), { timeout: 15_000 })
      .toEqual(expect.arrayContaining(['completed', 'created later']));
    expect(run).toEqual([]);
    expect(await callsOf('GET /users/me', seller)).toBeLessThan(3);

    expect(await releaseHold(owner)).toBe(true);
    expect(await releaseHold(owner)).toBe(false);
    await expect.poll(isHeld).toBe(false);
    await sql("update pgboss.job set start_after = now() where name = $1 and state = 'created'", [
      revokeConta.name,
    ]);
    await expect.poll(() => run, { timeout: 15_000 }).toEqual(['revoke']);
  } finally {
    await jobs.close();
    await releaseHold(owner);
  }
});

test('a token that was renewed since the restored moment makes its conta reconectar, and others stay', async () => {
  const [ana, bia] = [await anEmpresa(), await anEmpresa()];
  const [renewed, quiet] = [
    (await connect(ana, await aSeller())).json().id,
    (await connect(bia, await aSeller())).json().id,
  ];
  const vault = openVault(config.SECRET_KEYS);
  const budget = openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 });
  const marketplaces = openMarketplaces([openMercadoLivre({ config, budget })]);
  const tokens = openTokens({ db, vault, marketplaces, log });
  const keep = contasHandlers({ db, vault, tokens, log }).find(({ kind }) => kind.name === keepContas.name);
  const situacaoOf = async (id: string) =>
    (await sql('select situacao from mercado_livre_config where id = $1', [id]))[0]?.situacao;

  const [old] = await sql(
    'select access_token, refresh_token, versao from mercado_livre_tokens where conta_id = $1',
    [renewed],
  );
  await sql('update mercado_livre_tokens set expires_at = now() where conta_id = $1', [renewed]);
  await keep?.run({} as never);
  // The restored database knows only the token from before the renewal.
  await sql(
    'update mercado_livre_tokens set access_token = $2, refresh_token = $3, versao = $4 where conta_id = $1',
    [renewed, old?.access_token, old?.refresh_token, old?.versao],
  );
  await restore();
  expect([await situacaoOf(renewed), await situacaoOf(quiet)]).toEqual(['ativa', 'ativa']);
  await releaseHold(owner);
  await keep?.run({} as never);
  expect([await situacaoOf(renewed), await situacaoOf(quiet)]).toEqual(['reconectar', 'ativa']);
});
