import { afterAll, expect, test } from 'vitest';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { pedidosApp } from '#testing/pedidos.ts';
import { openReader } from './reader.ts';
import type { ReadTopic } from './topics.ts';

const prumo = await mercadoLivreApp();
const { sql } = prumo;
const shop = await pedidosApp(prumo);
afterAll(() => shop.close());
const { db, log } = shop.parts;

test('a resource that cannot be stored waits longer each time, and the others of its batch are stored', async () => {
  const { ana, seller } = await shop.aSellerWith({ vendas: 0 });
  await sql('delete from notificacoes');
  for (const recurso of ['good-1', 'poison', 'good-2'])
    await sql(
      `insert into notificacoes (empresa_id, marketplace, seller_id, topico, recurso, proxima_em)
       values ($1, 'mercado-livre', $2, 'pedidos', $3, now())`,
      [ana.empresaId, seller, recurso],
    );
  const stored: string[] = [];
  const topic: ReadTopic = async ({ due }) => ({
    of: () => 'read',
    async write() {
      const names = due.map(({ recurso }) => recurso);
      if (names.includes('poison')) throw new Error('this sale cannot be stored');
      stored.push(...names);
    },
  });
  const topics = { pedidos: topic, anuncios: topic, envios: topic, reclamacoes: topic, releituras: topic };
  const reader = openReader({ db, log, topics });
  await reader.step();
  expect(stored.sort()).toEqual(['good-1', 'good-2']);
  expect(
    await sql(
      'select recurso, pendente, tentativas from notificacoes where seller_id = $1 order by recurso',
      [seller],
    ),
  ).toEqual([
    { recurso: 'good-1', pendente: false, tentativas: 0 },
    { recurso: 'good-2', pendente: false, tentativas: 0 },
    { recurso: 'poison', pendente: true, tentativas: 1 },
  ]);
});
