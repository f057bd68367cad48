import { expect, test } from 'vitest';
import { readNotification } from './notifications.ts';

const about = (topic: string, resource: string) =>
  readNotification(
    {
      application_id: 5503910054141466,
      user_id: '468424240',
      topic,
      resource,
      recieved: '2026-11-18T10:00:00Z',
    },
    '5503910054141466',
  );

test.each([
  ['orders_v2', '/orders/2195160686', 'pedidos', '2195160686'],
  ['items', '/items/MLB3737188005', 'anuncios', 'MLB3737188005'],
  ['shipments', '/shipments/44028792542', 'envios', '44028792542'],
  ['post_purchase', '/post-purchase/v1/claims/5218796321', 'reclamacoes', '5218796321'],
])('the topic %s reports %s as %s %s', (topic, resource, topico, recurso) => {
  expect(about(topic, resource)).toEqual({
    ...{ sellerId: '468424240', topico, recurso, toldAt: '2026-11-18T10:00:00Z' },
  });
});

test.each([
  ['shipments', '/shipments/44028792542/../../users/1'],
  ['shipments', '/shipments/44028792542?x=1'],
  ['post_purchase', '/post-purchase/v1/claims/5218796321/returns'],
  ['post_purchase', '/post-purchase/v1/claims/abc'],
])('the topic %s does not accept %s, which would be requested with a token', (topic, resource) => {
  expect(about(topic, resource)).toBe('resource');
});
