import { expect, test } from 'vitest';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { redirectLogs } from '#testing/telemetry/log-lines.ts';

const readLogs = redirectLogs();
const prumo = await mercadoLivreApp({ LOG_LEVEL: 'debug' });
const { anEmpresa, aSeller, authorize, sql, misbehave, control } = prumo;

test('no code, token, state, verifier or secret is in a log line, an answer, a job or a row', async () => {
  await prumo.startWorker();
  const secrets = new Set<string>([String(prumo.config.MERCADO_LIVRE_CLIENT_SECRET)]);
  const answers: string[] = [];
  const ana = await anEmpresa();
  const bruno = await anEmpresa();
  const seller = await aSeller();
  const connect = async (person: typeof ana) => {
    const body = await authorize(person, seller);
    for (const secret of [body.code, body.state, body.code_verifier]) secrets.add(secret);
    const answer = await person.post('/api/contas', body);
    const again = await person.post('/api/contas', body);
    answers.push(answer.body, JSON.stringify(answer.headers), again.body);
    return answer.json();
  };

  for (const fault of ['500', 'fora-depois', 'truncado', '200-erro', '401', '403', '429-texto']) {
    await misbehave({ 'mercado-livre': fault, rota: `POST /oauth/token ${seller}` });
    await connect(ana);
  }
  await misbehave({ 'mercado-livre': 'forma', rota: `GET /users/me ${seller}` });
  const conta = await connect(ana);
  const { conexao } = await connect(bruno);
  const moved = await bruno.post(`/api/contas/conexoes/${conexao}/mover`);
  answers.push(moved.body, (await bruno.get('/api/contas')).body, (await ana.get('/api/contas')).body);
  await control(`/vendedores/${seller}/senha`);
  await sql('update mercado_livre_tokens set expires_at = now()');
  answers.push((await bruno.delete(`/api/contas/${moved.json().id}`)).body);
  await expect.poll(() => sql('select from mercado_livre_tokens')).toEqual([]);
  await connect(ana);
  answers.push((await ana.get(`/api/historico?tabela=marcas&registro_id=${conta.id}`)).body);

  for (const token of await prumo.issued()) secrets.add(token);
  expect(secrets.size).toBeGreaterThan(30);
  const lines = readLogs();
  expect(lines).toContain('code not exchanged');
  expect(lines).toContain('the marketplace lets us in no more');
  const tables = await sql(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss', 'marketplaces', 'auth')`,
  );
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await sql(`select to_jsonb(t)::text as row from ${name} t`)) rows.push(row);
  expect(rows.length).toBeGreaterThan(50);
  const found = [...secrets].filter((secret) =>
    [lines, ...answers, ...rows].some((text) => text.includes(secret)),
  );
  expect(found).toEqual([]);
});
