import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openApp } from '#app.ts';
import { network } from '#platform/address.ts';
import { aBrowser } from '#testing/browser.ts';
import { enrol, identityApp } from '#testing/identity.ts';

const { browser, config, sql, aPerson } = await identityApp({ RATE_LIMIT: '1200', TRUST_PROXY: '127.0.0.1' });

/** Somebody at another address; only the trusted proxy's word for it counts. */
const at = (address: string) => browser({ 'x-forwarded-for': address });
const anAddress = () =>
  `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:${Math.floor(Math.random() * 65_536).toString(16)}::1`;
const wrong = (email: string, address = anAddress()) => at(address).signIn({ email, senha: 'errada-1' });

test('ASVS 6.3.1: an account takes five wrong guesses from anywhere, then is held back in words', async () => {
  const { email, userId } = await aPerson();
  for (let n = 0; n < 5; n++) expect((await wrong(email)).statusCode).toBe(401);
  const held = await wrong(email);
  expect(held.statusCode).toBe(429);
  expect(held.json().mensagem).toMatch(/^Muitas tentativas\. Tente de novo em \d+ (segundos|minutos)\.$/);
  await wrong(email);
  // Noted once, a little later: at once, its time would tell that there is an account.
  const kinds = async () =>
    (await sql('select kind from auth.events where user_id = $1 order by id', [userId])).map(
      ({ kind }) => kind,
    );
  const expected = [...Array(5).fill('entrada_recusada'), 'entrada_limitada'];
  await expect.poll(kinds, { timeout: 5000 }).toEqual(expected);
  await sleep(1200);
  expect(await kinds()).toEqual(expected);
});

test('ASVS 6.1.1: while the account is attacked a known browser enters, a new one waits', async () => {
  const person = await aPerson();
  const own = at(anAddress());
  expect((await own.signIn(person)).statusCode).toBe(200);
  await own.delete('/api/sessoes/atual');
  for (let n = 0; n < 8; n++) await wrong(person.email);
  expect((await at(anAddress()).signIn(person)).statusCode).toBe(429);
  expect((await own.signIn(person)).statusCode).toBe(200);
});

test('an address takes ten wrong guesses, whoever they are at; a whole /64 is one address', async () => {
  const address = anAddress().replace('::1', '');
  for (let n = 0; n < 10; n++)
    expect((await wrong(`${randomUUID()}@exemplo.com.br`, `${address}::${n}`)).statusCode).toBe(401);
  expect((await wrong(`${randomUUID()}@exemplo.com.br`, `${address}::ffff`)).statusCode).toBe(429);
});

test('an e-mail without an account is held back the same: the limit tells nothing', async () => {
  const nobody = `${randomUUID()}@exemplo.com.br`;
  for (let n = 0; n < 5; n++) expect((await wrong(nobody)).statusCode).toBe(401);
  expect((await wrong(nobody)).statusCode).toBe(429);
});

test('two processes count in the same buckets', async () => {
  const { email } = await aPerson();
  const second = await openApp(config);
  for (let n = 0; n < 5; n++) {
    const there = aBrowser(second.app, { 'x-forwarded-for': anAddress() });
    expect((await there.signIn({ email, senha: 'errada-1' })).statusCode).toBe(401);
  }
  expect((await wrong(email)).statusCode).toBe(429);
  await second.app.close();
});

test('a right password uses up nothing', async () => {
  const person = await aPerson();
  const address = anAddress();
  for (let n = 0; n < 15; n++) expect((await at(address).signIn(person)).statusCode).toBe(200);
});

test('ASVS 2.4.1: sign-up and e-mails have their limits, reached and reported', async () => {
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

test('asking for one kind of e-mail in a victim’s name uses up no other, and a known browser’s bucket is its own', async () => {
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

test('ASVS 6.3.1: codes and confirmations have their limits, reached and reported', async () => {
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

test('ASVS 4.1.3: a forwarded address counts only from the trusted proxy', async () => {
  const direct = await openApp({ ...config, TRUST_PROXY: undefined });
  const nobody = () => ({ email: `${randomUUID()}@exemplo.com.br`, senha: 'errada-1' });
  const statuses = [];
  for (let n = 0; n < 11; n++) {
    const forged = aBrowser(direct.app, {
      'x-forwarded-for': anAddress(),
      forwarded: `for="[${anAddress()}]"`,
      'x-real-ip': anAddress(),
    });
    statuses.push((await forged.signIn(nobody())).statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  await direct.app.close();
});

test('addresses are compared by their network, however they are written', () => {
  expect(network('203.0.113.7')).toBe('203.0.113.7');
  expect(network('::ffff:203.0.113.7')).toBe('203.0.113.7');
  const same = ['2001:db8::1', '2001:DB8:0:0:1:2:3:4', '2001:0db8:0000:0000::ffff', '2001:db8::%eth0'];
  expect(new Set(same.map(network))).toEqual(new Set(['2001:db8:0:0::/64']));
  expect(network('2001:db8:0:1::1')).not.toBe(network('2001:db8::1'));
});
