import { randomUUID } from 'node:crypto';
import { fraseDe } from '@prumo/contract/atividades.ts';
import { aKey, anInvoice, type InvoiceParts } from '@prumo/sandbox/mercado-livre/invoices/test-invoice.ts';
import { afterAll, expect, test } from 'vitest';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { pedidosApp } from '#testing/pedidos.ts';

const prumo = await mercadoLivreApp();
const { sql, sandbox, callsOf } = prumo;
const shop = await pedidosApp(prumo);
afterAll(() => shop.close());
let number = 8000;

/** An empresa whose marketplace demands invoices. */
async function aShop() {
  const { ana, seller, contaId } = await shop.aSellerWith({ vendas: 0, recursos: ['exige_nota'] });
  return {
    ...{ ana, seller, contaId },
    /** Sells one unit for R$ 19,90, and returns what the person does with its parcel. */
    async sell() {
      const answer = await fetch(`${sandbox.url}/_mercado-livre/vendedores/${seller}/venda`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ logistica: 'drop_off', precoCentavos: 1990, comprador: 71 }),
      });
      const { id, shipping, date_created } = (await answer.json()) as {
        id: number;
        shipping: { id: number };
        date_created: string;
      };
      await sql(
        `with venda as (
           insert into vendas (empresa_id, marketplace, seller_id, pedido_id, criado_em, atualizado_em, situacao, foi_fechado,
             foi_pago, is_desfeito, risco_de_fraude, foi_dividido, envio_id, reclamacao_ids, itens)
           values ($1, 'mercado-livre', $2, $3, $5, now(), 'pago', true, true, false, false, false, $4, '{}', '[]'))
         insert into vendas_envios (empresa_id, marketplace, seller_id, id, atualizado_em, etapa, foi_impresso, foi_devolvido,
           foi_dividido)
         values ($1, 'mercado-livre', $2, $4, now(), 'preparando', false, false, false)`,
        [ana.empresaId, seller, String(id), String(shipping.id), date_created],
      );
      const path = `/api/contas/${contaId}/envios/${shipping.id}/nota`;
      return {
        envioId: shipping.id,
        get: () => ana.get(path),
        send: (xml: string, key: string = randomUUID(), query = '') =>
          ana.upload(`${path}${query}`, Buffer.from(xml), { 'idempotency-key': key }),
      };
    },
  };
}

const fresh = (parts: InvoiceParts = {}) => {
  number += 1;
  return anInvoice(number, parts);
};

test('a right note is accepted, stored without its XML, and told in the atividade', async () => {
  const { ana, sell } = await aShop();
  const { send, get, envioId } = await sell();
  expect((await get()).statusCode).toBe(404);
  const sent = await send(fresh());
  expect([sent.statusCode, sent.json()]).toMatchObject([
    200,
    {
      previstos: [],
      nota: { chave: aKey(number), numero: String(number), situacao: 'aceita', motivo: null },
    },
  ]);
  expect((await get()).json()).toMatchObject({ chave: aKey(number), valor: '19.90', situacao: 'aceita' });
  const { itens } = (await ana.get('/api/atividades?tipo=nota_enviada')).json();
  expect(itens.map(fraseDe)).toEqual([`enviou a nota ${number} do envio ${envioId}`]);
  const [row] = await sql('select to_jsonb(n)::text as row from notas n where empresa_id = $1', [
    ana.empresaId,
  ]);
  expect(row?.['row']).not.toContain('52998224725');
});

test('the parcel of an accepted note is read a minute later, even if its notification is lost', async () => {
  const { ana, sell } = await aShop();
  const { send, envioId } = await sell();
  const waiting = () =>
    sql(
      `select proxima_em - recebida_em = interval '1 minute' as is_soon from notificacoes
       where empresa_id = $1 and topico = 'envios' and recurso = $2 and pendente`,
      [ana.empresaId, String(envioId)],
    );
  expect((await send(fresh({ total: '19.91' }), randomUUID(), '?mesmo_assim=sim')).json()).toMatchObject({
    nota: { situacao: 'recusada' },
  });
  expect(await waiting()).toEqual([]);
  await send(fresh());
  expect(await waiting()).toEqual([{ is_soon: true }]);
});

test('a note with faults is not sent unless the person insists', async () => {
  const { seller, sell } = await aShop();
  const { send, get } = await sell();
  const calls = () => callsOf('POST /shipments/:id/invoice_data', seller);
  const faulty = fresh({ total: '19.91', receiver: '<CPF>11144477735</CPF>' });
  expect((await send(faulty)).json()).toEqual({ nota: null, previstos: ['destinatario_documento', 'valor'] });
  expect((await send('<nada/>')).json()).toEqual({ nota: null, previstos: ['nota'] });
  expect([await calls(), (await get()).statusCode]).toEqual([0, 404]);
  const insisted = await send(faulty, randomUUID(), '?mesmo_assim=sim');
  expect(insisted.json()).toMatchObject({ nota: { situacao: 'recusada', motivo: 'destinatario_documento' } });
  expect((await get()).json()).toMatchObject({ situacao: 'recusada', motivo: 'destinatario_documento' });
  expect((await send(fresh())).json()).toMatchObject({ nota: { situacao: 'aceita' } });
  // A refused attempt does not replace the accepted note.
  expect((await send(fresh(), randomUUID(), '?mesmo_assim=sim')).json()).toMatchObject({
    nota: { situacao: 'recusada', motivo: 'ja_enviada' },
  });
  expect((await get()).json()).toMatchObject({ situacao: 'aceita', numero: String(number - 1) });
});

test('a repeated request sends the note once', async () => {
  const { seller, sell } = await aShop();
  const { send } = await sell();
  const [xml, key] = [fresh(), randomUUID()];
  const first = await send(xml, key);
  expect((await send(xml, key)).json()).toEqual(first.json());
  expect(await callsOf('POST /shipments/:id/invoice_data', seller)).toBe(1);
});

test('a note whose answer was lost counts when the marketplace has its key', async () => {
  const { sell } = await aShop();
  const { send, get } = await sell();
  const xml = fresh();
  await prumo.misbehave({ 'mercado-livre': 'fora-depois', rota: 'POST /shipments/:id/invoice_data' });
  const lost = await send(xml);
  await prumo.behave();
  expect(lost.json()).toMatchObject({ nota: { situacao: 'aceita' } });
  expect((await get()).json()).toMatchObject({ situacao: 'aceita', chave: aKey(number) });
});

test('a note of another parcel is recognised before it is sent', async () => {
  const { sell } = await aShop();
  const xml = fresh();
  expect((await (await sell()).send(xml)).json()).toMatchObject({ nota: { situacao: 'aceita' } });
  expect((await (await sell()).send(xml)).json()).toEqual({ nota: null, previstos: ['chave_usada'] });
});

test('a silent marketplace gives a sentence, and nothing is stored', async () => {
  const { sell } = await aShop();
  const { send, get } = await sell();
  await prumo.misbehave({ 'mercado-livre': '500', rota: 'GET /shipments/:id', vezes: 10 });
  const refused = await send(fresh());
  await prumo.behave();
  expect([refused.statusCode, refused.json().mensagem]).toEqual([
    503,
    'O Mercado Livre não respondeu agora. Tente de novo em alguns minutos.',
  ]);
  expect((await get()).statusCode).toBe(404);
});

test('a file over the limit and an empty file are refused', async () => {
  const { sell } = await aShop();
  const { send } = await sell();
  expect((await send('a'.repeat(2 * 1024 * 1024 + 1))).statusCode).toBe(422);
  expect((await send('')).statusCode).toBe(422);
});
