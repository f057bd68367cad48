import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openApp } from '#app.ts';
import { network } from '#platform/admission/address.ts';
import { aBrowser } from '#testing/browser.ts';
import { enrol, identityApp } from '#testing/identity.ts';

const { browser, config, sql, aPerson } = await identityApp({
  SIGN_IN_LIMITS: 'on',
  TRUST_PROXY: '127.0.0.1',
});

/** A browser at another address. Only the trusted proxy may name a client address. */
const at = (address: string) => browser({ 'x-forwarded-for': address });
const anAddress = () =>
  `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:${Math.floor(Math.random() * 65_536).toString(16)}::1`;
const wrong = (email: string, address = anAddress()) => at(address).signIn({ email, senha: 'errada-1' });

test('ASVS 6.3.1: an account accepts five wrong guesses from all addresses, and then answers 429 with the time to wait', async () => {
  const { email, userId } = await aPerson();
  for (let n = 0; n < 5; n++) expect((await wrong(email)).statusCode).toBe(401);
  const held = await wrong(email);
  expect(held.statusCode).toBe(429);
  expect(held.json().mensagem).toMatch(/^Muitas tentativas\. Tente de novo em \d+ (segundos|minutos)\.$/);
  await wrong(email);
  // The event is recorded once, and later than the response, so the response time does not reveal the
  // account.
  const kindsOf = async (id: string) =>
    (await sql('select kind from auth.events where user_id = $1 order by id', [id])).map(({ kind }) => kind);
  const expected = [...Array(5).fill('entrada_recusada'), 'entrada_limitada'];
  await expect.poll(() => kindsOf(userId)).toEqual(expected);
  // A second event of the first person would be recorded before the event of a person who is limited later.
  const later = await aPerson();
  for (let n = 0; n < 6; n++) await wrong(later.email);
  await expect.poll(() => kindsOf(later.userId)).toEqual(expected);
  expect(await kindsOf(userId)).toEqual(expected);
});

test('ASVS 6.1.1: during an attack on an account a known browser signs in and a new browser is limited', async () => {
  const person = await aPerson();
  const own = at(anAddress());
  expect((await own.signIn(person)).statusCode).toBe(200);
  await own.delete('/api/sessoes/atual');
  for (let n = 0; n < 8; n++) await wrong(person.email);
  expect((await at(anAddress()).signIn(person)).statusCode).toBe(429);
  expect((await own.signIn(person)).statusCode).toBe(200);
});

test('an address may make ten wrong guesses over all accounts, and a whole /64 counts as one address', async () => {
  const address = anAddress().replace('::1', '');
  for (let n = 0; n < 10; n++)
    expect((await wrong(`${randomUUID()}@exemplo.com.br`, `${address}::${n}`)).statusCode).toBe(401);
  expect((await wrong(`${randomUUID()}@exemplo.com.br`, `${address}::ffff`)).statusCode).toBe(429);
});

test('an e-mail without an account has the same limit, so the limit reveals nothing', async () => {
  const unknown = `${randomUUID()}@exemplo.com.br`;
  for (let n = 0; n < 5; n++) expect((await wrong(unknown)).statusCode).toBe(401);
  expect((await wrong(unknown)).statusCode).toBe(429);
});

test('two processes share the same buckets', async () => {
  const { email } = await aPerson();
  const second = await openApp(config);
  for (let n = 0; n < 5; n++) {
    const there = aBrowser(second.app, { 'x-forwarded-for': anAddress() });
    expect((await there.signIn({ email, senha: 'errada-1' })).statusCode).toBe(401);
  }
  expect((await wrong(email)).statusCode).toBe(429);
  await second.app.close();
});

test('a correct password uses up no attempt', async () => {
  const person = await aPerson();
  const address = anAddress();
  for (let n = 0; n < 15; n++) expect((await at(address).signIn(person)).statusCode).toBe(200);
});

test('ASVS 2.4.1: sign-ups and e-mails over their limit get 429', async () => {
  const address = anAddress();
  const statuses = [];
  for (let n = 0; n < 11; n++) {
    const signedUp = await at(address).post('/api/usuarios', {
      full_name: 'Carla Dias',
      email: `${randomUUID()}@exemplo.com.br`,
      senha: 'segredo-do-Teste-1',
      retorno: config.PUBLIC_URL,
    });
    statuses.push(signedUp.statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(201), 429]);
  const { email } = await aPerson();
  for (const status of [204, 204, 204, 429])
    expect((await at(anAddress()).post('/api/recuperacoes', { email })).statusCode).toBe(status);
});

test('requests for one kind of e-mail use up no other kind, and a known browser has its own bucket', async () => {
  const person = await aPerson();
  const own = at(anAddress());
  await own.signIn(person);
  for (let n = 0; n < 5; n++)
    await at(anAddress()).post('/api/confirmacoes/reenvio', { email: person.email });
  expect((await at(anAddress()).post('/api/recuperacoes', { email: person.email })).statusCode).toBe(204);
  for (let n = 0; n < 5; n++) await at(anAddress()).post('/api/recuperacoes', { email: person.email });
  expect((await at(anAddress()).post('/api/recuperacoes', { email: person.email })).statusCode).toBe(429);
  expect((await own.post('/api/recuperacoes', { email: person.email })).statusCode).toBe(204);
});

test('ASVS 6.3.1: wrong codes and confirmations get 422, and 429 over their limit', async () => {
  const person = await aPerson();
  const own = at(anAddress());
  await own.signIn(person);
  await enrol(own);
  const statuses = [];
  for (let n = 0; n < 6; n++)
    statuses.push(
      (await own.post('/api/sessoes/confirmacao', { senha: 'errada-1', codigo: '000000' })).statusCode,
    );
  expect(statuses).toEqual([...Array(5).fill(422), 429]);
  const guesses = [];
  for (let n = 0; n < 11; n++) {
    const stranger = at(anAddress());
    await stranger.signIn(person);
    guesses.push((await stranger.post('/api/sessoes/segundo-fator', { codigo: '000000' })).statusCode);
  }
  expect(guesses).toEqual([...Array(10).fill(422), 429]);
});

test('ASVS 4.1.3: the server accepts a forwarded address only from the trusted proxy', async () => {
  const direct = await openApp({ ...config, TRUST_PROXY: undefined });
  const unknown = () => ({ email: `${randomUUID()}@exemplo.com.br`, senha: 'errada-1' });
  const statuses = [];
  for (let n = 0; n < 11; n++) {
    const forged = aBrowser(direct.app, {
      'x-forwarded-for': anAddress(),
      forwarded: `for="[${anAddress()}]"`,
      'x-real-ip': anAddress(),
    });
    statuses.push((await forged.signIn(unknown())).statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  await direct.app.close();
});

test('two spellings of addresses in one network compare as equal', () => {
  expect(network('203.0.113.7')).toBe('203.0.113.7');
  expect(network('::ffff:203.0.113.7')).toBe('203.0.113.7');
  const same = ['2001:db8::1', '2001:DB8:0:0:1:2:3:4', '2001:0db8:0000:0000::ffff', '2001:db8::%eth0'];
  expect(new Set(same.map(network))).toEqual(new Set(['2001:db8::/64']));
  expect(network('2001:db8:0:1::1')).not.toBe(network('2001:db8::1'));
});

test('four hundred recoveries from twenty networks of one /48 write fewer than a hundred e-mails', async () => {
  const site = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}`;
  const statuses: number[] = [];
  for (let n = 0; n < 400; n++) {
    const asked = await at(`${site}:${(n % 20).toString(16)}00::1`).post('/api/recuperacoes', {
      email: `${randomUUID()}@exemplo.com.br`,
    });
    statuses.push(asked.statusCode);
  }
  expect(statuses.filter((status) => status === 204).length).toBeLessThan(100);
  expect(new Set(statuses)).toEqual(new Set([204, 429]));
});

test('strangers can cause ten e-mails to a mailbox, and then one per hour', async () => {
  const { email } = await aPerson();
  let accepted = 0;
  for (let n = 0; n < 20; n++) {
    const asked = await at(anAddress()).post('/api/recuperacoes', { email });
    if (asked.statusCode === 204) accepted++;
    // Simulates that five minutes passed for the short bucket and no time for the long one.
    await sql("update auth.limits set level = 3 where key like 'email:recuperacao:conta:%'");
  }
  expect(accepted).toBe(10);
});

test('an attempt that a /64 refuses takes nothing from the other networks of the /48', async () => {
  const site = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}`;
  const ask = (network: string) =>
    at(`${site}:${network}::1`).post('/api/recuperacoes', { email: `${randomUUID()}@exemplo.com.br` });
  for (let n = 0; n < 80; n++) await ask('1000');
  expect((await ask('1000')).statusCode).toBe(429);
  expect((await ask('2000')).statusCode).toBe(204);
});

test('e-mails of sign-ups and known browsers are urgent, and strangers’ e-mails are grouped by network', async () => {
  const kindsTo = async (email: string) => {
    const rows = await sql(
      `select j.name, j.group_id is not null as grouped from pgboss.job j
       join auth.emails e on e.id::text = j.data ->> 'id' where e.address = $1 order by e.created_at`,
      [email],
    );
    return rows.map(({ name, grouped }) => [name, grouped]);
  };
  const signedUp = `${randomUUID()}@exemplo.com.br`;
  const made = await at(anAddress()).post('/api/usuarios', {
    full_name: 'Carla Dias',
    email: signedUp,
    senha: 'segredo-do-Teste-1',
    retorno: config.PUBLIC_URL,
  });
  expect(made.statusCode, made.body).toBe(201);
  expect(await kindsTo(signedUp)).toEqual([['acesso.enviar-email', true]]);

  const person = await aPerson();
  await at(anAddress()).post('/api/recuperacoes', { email: person.email });
  await at(anAddress()).post('/api/confirmacoes/reenvio', { email: person.email });
  const strangers = ['acesso.enviar-email-a-estranho', true];
  expect(await kindsTo(person.email)).toEqual([strangers, strangers]);
  const own = at(anAddress());
  await own.signIn(person);
  await own.post('/api/recuperacoes', { email: person.email });
  expect((await kindsTo(person.email)).at(-1)).toEqual(['acesso.enviar-email', false]);
});
