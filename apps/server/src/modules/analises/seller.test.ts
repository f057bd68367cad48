import { afterEach, expect, test, vi } from 'vitest';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import { openLog } from '#platform/log.ts';
import { openSellers } from './seller.ts';

afterEach(() => void vi.useRealTimers());

test('the last answer is shown during a whole outage, to concurrent requests too', async () => {
  vi.useFakeTimers();
  const told = {
    listings: null,
    user: null,
    reputation: null,
    metrics: null,
    limites: ['lembrado'],
    aviso: null,
  };
  let isDown = false;
  const sellers = openSellers({
    tokens: {
      withToken: async () => {
        if (isDown) throw new MarketplaceError('unavailable');
        return told;
      },
    } as never,
    marketplaces: { of: () => ({ words: { o: 'A Feira' } }) } as never,
    log: openLog('silent'),
  });
  const conta = { empresaId: 'e', contaId: 'c', marketplace: 'feira', sellerId: 's' };
  const ask = () => sellers(conta);
  expect(await ask()).toEqual(told);
  isDown = true;
  vi.advanceTimersByTime(10 * 60_000);
  const old = { ...told, aviso: 'A Feira não respondeu agora. Use Atualizar Dados daqui a pouco.' };
  expect(await Promise.all([ask(), ask()])).toEqual([old, old]);
  expect(await ask()).toEqual(old);
  isDown = false;
  expect(await ask()).toEqual(told);
});
