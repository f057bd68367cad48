import { billTruthOf } from '#mercado-livre/billing/truth.ts';
import { readInstant } from '#mercado-livre/clock.ts';
import { STATUSES } from '#mercado-livre/listings/face.ts';
import type { Draft } from '#mercado-livre/orders/draft.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import { FEATURES, type Feature } from '#mercado-livre/users/seller-seed.ts';
import { areOf, isCount, isText, maybe } from './body.ts';
import { type ControlCall, type ControlRoute, noSuchSeller, sellerOf, wrong } from './route.ts';
import { stockTruthOf } from './stock-truth.ts';
import { truthOf } from './truth.ts';

/** Features that can change after the seller was created. The others determine the listings. */
const CHANGEABLE: readonly Feature[] = [
  'conta_nova',
  'sem_permissao_de_vendas',
  'protegido',
  'reputacao_ausente',
  'preco_automatico',
  'dados_pendentes',
];

export const CONTROL_SELLER_ROUTES: readonly ControlRoute[] = [
  {
    name: 'GET /vendedores',
    about: 'Os vendedores.',
    answer: ({ world }) => Response.json([...world.sellers.all()].map(describe)),
  },
  {
    name: 'POST /vendedores',
    about:
      '{"id":1003000001,"apelido":"OUTRA","semente":9,"anuncios":1000,"vendas":5000,"recursos":["so_pecas"],"fotos":2}: mais um; vendas são as de doze meses.',
    fields: {
      id: (value) => isCount(value) && Number(value) > 0,
      apelido: isText,
      semente: isCount,
      anuncios: (value) => isCount(value) && Number(value) <= 1_000_000,
      vendas: (value) => isCount(value) && Number(value) <= 2_000_000,
      recursos: maybe(areOf(...Object.keys(FEATURES))),
      fotos: maybe((value) => isCount(value) && Number(value) <= 12),
    },
    answer: add,
  },
  {
    name: 'POST /vendedores/:id/recursos',
    about: `{"com":["sem_permissao_de_vendas"],"sem":[]}: liga e desliga ${CHANGEABLE.join(', ')}.`,
    fields: { com: maybe(areOf(...CHANGEABLE)), sem: maybe(areOf(...CHANGEABLE)) },
    answer: (call) => {
      const seller = sellerOf(call);
      if (!seller) return noSuchSeller();
      for (const feature of (call.body['com'] ?? []) as Feature[]) seller.features.add(feature);
      for (const feature of (call.body['sem'] ?? []) as Feature[]) seller.features.delete(feature);
      return Response.json(describe(seller));
    },
  },
  {
    name: 'POST /vendedores/:id/senha',
    about: '{}: trocou a senha; todos os tokens morrem.',
    answer: (call) => Response.json({ revogadas: call.world.grants.revoke(Number(call.params['id'])) }),
  },
  {
    name: 'POST /vendedores/:id/revogar',
    about: '{"aplicacao":"…"}: retirou a autorização, dessa ou de todas.',
    fields: { aplicacao: maybe(isText) },
    answer: ({ world, params, body }) => {
      const application = body['aplicacao'] === undefined ? undefined : String(body['aplicacao']);
      return Response.json({ revogadas: world.grants.revoke(Number(params['id']), application) });
    },
  },
  {
    name: 'POST /vendedores/:id/expirar',
    about: '{}: os tokens de acesso vencem agora; os de renovação continuam.',
    answer: ({ world, params }) =>
      Response.json({ vencidos: world.grants.expireAccess(Number(params['id'])) }),
  },
  {
    name: 'GET /vendedores/:id/anuncios',
    about: 'Quantos anúncios há, por status.',
    answer: (call) => {
      const seller = sellerOf(call);
      return seller ? Response.json(countListings(seller)) : noSuchSeller();
    },
  },
  {
    name: 'GET /vendedores/:id/verdade',
    about:
      '?de=…&ate=… (ISO com fuso, criadas de um instante até antes do outro): todas as vendas em NDJSON, como estão agora.',
    answer: (call) => tellTruth(call, ({ orderBook }, draft, now) => orderBook.body(draft, now)),
  },
  {
    name: 'GET /vendedores/:id/verdade/estoque',
    about:
      '?de=…&ate=…: o que aconteceu com a mercadoria de cada venda, em NDJSON: o que se vendeu, de que depósito, se é Full, se a venda foi desfeita, quando saiu, o que voltou e para quem.',
    answer: (call) => tellTruth(call, stockTruthOf),
  },
  {
    name: 'GET /vendedores/:id/verdade/fatura/:mes',
    about:
      'a fatura de um mês (2026-11-01) como está agora: cada lançamento em centavos, negativo se for crédito, com os seus pedidos.',
    answer: (call) => {
      const seller = sellerOf(call);
      const mes = call.params['mes'] ?? '';
      if (!seller) return noSuchSeller();
      if (!/^\d{4}-\d\d-01$/.test(mes)) return wrong('O mês é o primeiro dia dele.');
      return Response.json(billTruthOf(seller, mes, call.world.clock.now()));
    },
  },
];

function tellTruth(call: ControlCall, tell: (seller: Seller, draft: Draft, now: number) => object): Response {
  const seller = sellerOf(call);
  if (!seller) return noSuchSeller();
  const { searchParams } = new URL(call.request.url);
  const [from, to] = ['de', 'ate'].map((name) => {
    const written = searchParams.get(name);
    return written === null ? null : readInstant(written);
  });
  if (from === undefined || to === undefined) return wrong('de e ate são instantes com fuso.');
  const now = call.world.clock.now();
  return truthOf(seller, { now, from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER }, (draft) =>
    tell(seller, draft, now),
  );
}

function add({ world, body }: ControlCall): Response {
  const { id, apelido, semente, anuncios, vendas, recursos, fotos } = body;
  if (world.sellers.find(Number(id))) return wrong('Já existe.');
  if (Number(vendas) > 0 && Number(anuncios) === 0) return wrong('Sem anúncios não há vendas.');
  const seller = world.sellers.add({
    id: Number(id),
    nickname: String(apelido),
    seed: Number(semente),
    listings: Number(anuncios),
    orders: Number(vendas),
    features: (recursos ?? []) as Feature[],
    ...(fotos !== undefined && { pictures: Number(fotos) }),
  });
  return Response.json(describe(seller), { status: 201 });
}

const describe = (seller: Seller) => ({
  id: seller.id,
  apelido: seller.nickname,
  anuncios: seller.listings,
  vendas: seller.orders,
  recursos: [...seller.features],
});

function countListings({ catalogue }: Seller) {
  const counts = new Uint32Array(STATUSES.length);
  for (const status of catalogue.statuses()) counts[status] = (counts[status] ?? 0) + 1;
  return { total: catalogue.count, status: Object.fromEntries(STATUSES.map((name, n) => [name, counts[n]])) };
}
