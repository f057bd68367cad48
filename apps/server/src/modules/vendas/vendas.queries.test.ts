import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import { alvosOfVendas } from '#modules/reservas/alvos-of-vendas.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { countAll, playSale } from '#testing/sales/sale-walk.ts';
import { testApp } from '#testing/test-app.ts';
import { selectVendas, upsertDevolucao, upsertEnvio, upsertPedidoDeVenda } from './vendas.queries.ts';

const prumo = await testApp();
const db = prumo.openPool(2);
const { empresaId } = await prumo.anEmpresa();
const aSeller = (): SellerRef => ({ marketplace: 'mercado-livre', sellerId: String(randomInt(1, 2 ** 40)) });

const play = (tape: readonly number[]) => {
  let at = 0;
  return playSale(25, (n) => (tape[at++ % tape.length] ?? 0) % n);
};
type Mail = ReturnType<typeof play>['mail'];

const store = (seller: SellerRef, mail: Mail) =>
  db.write(systemAccess(empresaId), async (tx) => {
    for (const { kind, shown } of mail)
      if (kind === 'pedido') await upsertPedidoDeVenda(tx, seller, shown);
      else if (kind === 'envio') await upsertEnvio(tx, seller, shown);
      else await upsertDevolucao(tx, seller, shown);
  });

test('stored sales lead to the count of the shop, whatever answers came doubled, lost or late', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 40, maxLength: 500 }), async (tape) => {
      const { shop, boxIsGone, mail } = play(tape);
      const seller = aSeller();
      await store(seller, mail);
      const ids = shop.orders.map(({ shown }) => shown.id);
      const vendas = await db.read(systemAccess(empresaId), (tx) => selectVendas(tx, seller, ids));
      const full = new Map(shop.orders.map(({ shown, isListedFull }) => [shown.id, isListedFull]));
      const alvos = vendas.flatMap((venda) =>
        alvosOfVendas(vendas, {
          saida: boxIsGone ? 'etiqueta' : 'despacho',
          isFull: () => full.get(venda.pedido.id) === true,
        }).filter((each) => each.venda === venda),
      );
      // A complaint about a sale that was called off comes by its own notification, which names the pedido.
      const isTold = ({ pedido_id, reclamacao_id }: { pedido_id: string; reclamacao_id: string }) =>
        vendas.some(({ pedido }) => pedido.id === pedido_id && pedido.reclamacao_ids.includes(reclamacao_id));
      fc.pre(
        shop.returns.every(({ shown }) =>
          shown.itens.every(({ pedido_id }) => isTold({ pedido_id, reclamacao_id: shown.reclamacao_id })),
        ),
      );
      expect(new Map(alvos.map(({ venda, alvo }) => [venda.pedido.id, alvo]))).toEqual(
        countAll(shop, boxIsGone),
      );
    }),
    { numRuns: 40 },
  );
});

test('the same answers again write nothing', async () => {
  const [tape] = fc.sample(fc.array(fc.nat(), { minLength: 200, maxLength: 200 }), { numRuns: 1, seed: 5 });
  const { mail } = play(tape ?? [1]);
  const seller = aSeller();
  const versions = async () =>
    Promise.all(
      ['vendas', 'vendas_envios', 'vendas_devolucoes'].map((table) =>
        prumo.sql(`select xmin::text from ${table} where seller_id = $1 order by 1`, [seller.sellerId]),
      ),
    );
  await store(seller, mail);
  const before = await versions();
  await store(seller, mail);
  expect(await versions()).toEqual(before);
});

test('any pedido of a divided sale leads to all of them', async () => {
  const base = play([1]).mail.find(({ kind }) => kind === 'pedido');
  if (base?.kind !== 'pedido') throw new Error('a shop has a pedido');
  const at = '2026-11-18T00:00:00.000Z';
  const envio = (id: string, irmao_id: string | null) => ({
    ...{
      id,
      irmao_id,
      atualizado_em: at,
      etapa: 'preparando' as const,
      foi_impresso: false,
      despachado_em: null,
    },
    ...{ foi_devolvido: false, is_full: false, foi_dividido: false, prazo: null, preparo: null },
  });
  const seller = aSeller();
  await store(seller, [
    ...['1', '2', '3', '4'].map((id) => ({
      ...{ kind: 'pedido' as const, shown: { ...base.shown, id, envio_id: `E${id}` } },
    })),
    ...[envio('E1', null), envio('E2', 'E1'), envio('E3', 'E1'), envio('E4', null)].map((shown) => ({
      ...{ kind: 'envio' as const, shown },
    })),
  ]);
  for (const id of ['1', '2', '3']) {
    const vendas = await db.read(systemAccess(empresaId), (tx) => selectVendas(tx, seller, [id]));
    expect(vendas.map(({ pedido }) => pedido.id).sort(), id).toEqual(['1', '2', '3']);
  }
});

test('a return that arrived stays so, also when an answer from before comes later with the same instant', async () => {
  const seller = aSeller();
  const devolucao = { reclamacao_id: '7', id: '8', atualizado_em: '2026-11-18T00:00:00.000Z', itens: [] };
  for (const chegou of [false, true, false])
    await store(seller, [{ kind: 'devolucao', shown: { ...devolucao, chegou } }]);
  expect(
    await prumo.sql('select chegou from vendas_devolucoes where seller_id = $1', [seller.sellerId]),
  ).toEqual([{ chegou: true }]);
});
