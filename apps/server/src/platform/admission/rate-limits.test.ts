import { expect, test } from 'vitest';
import { testApp } from '#testing/test-app.ts';

const LIMIT = 8;
const { anEmpresa, aColleague, stranger } = await testApp({
  RATE_LIMIT: String(LIMIT),
  TRUST_PROXY: '127.0.0.1',
});

let addresses = 0;
/** Returns a new address for each request. */
const anAddress = () => ({ 'x-forwarded-for': `203.0.113.${++addresses}` });

/** Sends `count` requests, each from the address that `from` gives, and returns how many pass. */
async function letThrough(
  client: { send: ReturnType<typeof stranger>['send'] },
  count: number,
  from: (n: number) => Record<string, string>,
  path = '/api/marcas',
): Promise<number> {
  let passed = 0;
  for (let n = 0; n < count; n++) {
    const { statusCode, headers } = await client.send('GET', path, undefined, from(n));
    if (statusCode === 429) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    else passed++;
  }
  return passed;
}

test('a person has one allowance over all addresses', async () => {
  expect(await letThrough(await anEmpresa(), LIMIT + 5, anAddress)).toBe(LIMIT);
});

test('all people of an empresa together have four allowances', async () => {
  const ana = await anEmpresa();
  let passed = await letThrough(ana, LIMIT, anAddress);
  for (let people = 0; people < 5; people++)
    passed += await letThrough(await aColleague(ana), LIMIT, anAddress);
  expect(passed).toBe(4 * LIMIT);
});

test('addresses of one IPv6 /64, /56 and /48 share one, two and four allowances', async () => {
  const from = (prefix: (n: number) => string) => (n: number) => ({
    'x-forwarded-for': `${prefix(n)}::${n}`,
  });
  const hex = (n: number) => n.toString(16);
  const passed = (prefix: (n: number) => string) =>
    letThrough(stranger(), 5 * LIMIT, from(prefix), '/api/sessoes/atual');
  expect(await passed(() => '2001:db8:64:1')).toBe(LIMIT);
  expect(await passed((n) => `2001:db8:56:${hex(0x1100 + n)}`)).toBe(2 * LIMIT);
  expect(await passed((n) => `2001:db8:48:${hex(n * 0x100)}`)).toBe(4 * LIMIT);
});
