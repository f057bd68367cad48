import { randomUUID } from 'node:crypto';
import type { ConviteResultado } from '@prumo/contract/convites.ts';
import { expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, stranger, sql } = await testApp({ SIGN_IN_LIMITS: 'on' });

const anEmail = () => `${randomUUID()}@exemplo.com.br`;
const invite = async (person: Client, emails: string[]): Promise<ConviteResultado[]> =>
  (await person.post('/api/convites', { emails, papel: 'vendas', ve_custo: false })).json().itens;
const resultsOf = async (person: Client, emails: string[]) =>
  (await invite(person, emails)).map(({ resultado }) => resultado);

test('an address gets three convites a day from all empresas together', async () => {
  const email = anEmail();
  for (let n = 0; n < 3; n++) expect(await resultsOf(await anEmpresa(), [email])).toEqual(['convidado']);
  const ana = await anEmpresa();
  const other = anEmail();
  expect(await resultsOf(ana, [email, other])).toEqual(['limite', 'convidado']);
  const [{ mensagem } = {}] = await invite(ana, [email]);
  expect(mensagem).toMatch(/amanhã/);
});

test('a new link and a mended address count as convites', async () => {
  const ana = await anEmpresa();
  const email = anEmail();
  const [{ convite } = {}] = await invite(ana, [email]);
  const resend = () => ana.post(`/api/convites/${convite?.id}/reenvio`);
  expect([(await resend()).statusCode, (await resend()).statusCode]).toEqual([200, 200]);
  const refused = await resend();
  expect(refused.statusCode).toBe(429);
  expect(refused.json().mensagem).toMatch(/amanhã/);
  expect((await ana.put(`/api/convites/${convite?.id}`, { email: anEmail() })).statusCode).toBe(200);
  expect((await ana.put(`/api/convites/${convite?.id}`, { email })).statusCode).toBe(429);
});

test('an empresa sends 50 convites a day', async () => {
  const ana = await anEmpresa();
  const twenty = () => Array.from({ length: 20 }, anEmail);
  const revokeAll = () =>
    sql(
      `with history as (select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
       update convites set revogado_em = now() from history where empresa_id = $1 and revogado_em is null`,
      [ana.empresaId, ana.userId],
    );
  const results: string[] = [];
  for (let n = 0; n < 3; n++) {
    results.push(...(await resultsOf(ana, twenty())));
    await revokeAll();
  }
  expect(results.filter((each) => each === 'convidado')).toHaveLength(50);
  expect(results.slice(50)).toEqual(Array(10).fill('limite'));
});

test('a network looks at 20 links in a row', async () => {
  const look = async () =>
    (await stranger().post('/api/convites/consulta', { token: 'a'.repeat(30) })).statusCode;
  const codes: number[] = [];
  for (let n = 0; n < 21; n++) codes.push(await look());
  expect(codes.slice(0, 20)).toEqual(Array(20).fill(404));
  expect(codes[20]).toBe(429);
});
