import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';
import type { VendaBalcaoInput } from '@prumo/contract/vendas-balcao.ts';
import { expect, test } from 'vitest';
import { problemOf } from '#lib/api.ts';
import { type Rascunho, VAZIO } from './rascunho.ts';
import { vendaStore } from './venda-store.ts';

const LOJA = '019a0000-0000-7000-8000-000000000009';
const SOLD = { id: '019a0000-0000-7000-8000-0000000000ff' };
const produto = (n: number, nome: string): ProdutoEncontrado => ({
  ...{
    id: `019a0000-0000-7000-8000-00000000000${n}`,
    nome,
    sku: `SKU-${n}`,
    marca_nome: 'Bosch',
    foto: null,
  },
  ...{ estoque_inicial: '9', reservado: '0', disponivel: '9', preco_venda: '25.00', codigo: `${n}${n}${n}` },
});
const VELA = produto(1, 'Vela');
const FILTRO = produto(2, 'Filtro');
const CATALOGUE: Record<string, ProdutoEncontrado[]> = {
  '111': [VELA],
  '222': [FILTRO],
  '333': [VELA, FILTRO],
  vela: [VELA, { ...VELA, codigo: null }],
};

/** A counter whose catalogue and server answer when the test says so. */
function aCounter(start: Partial<Rascunho> = {}) {
  const kept: Rascunho[] = [];
  const sent: VendaBalcaoInput[] = [];
  const sold: string[] = [];
  const earlier: number[] = [];
  let unsure = 0;
  const answers: PromiseWithResolvers<typeof SOLD>[] = [];
  const lookups: { busca: string; answer: PromiseWithResolvers<readonly ProdutoEncontrado[]> }[] = [];
  const store = vendaStore({
    start: { ...VAZIO, deposito_id: LOJA, ...start },
    keep: (rascunho) => void kept.push(rascunho),
    find(busca) {
      const answer = Promise.withResolvers<readonly ProdutoEncontrado[]>();
      lookups.push({ busca, answer });
      return answer.promise;
    },
    send(body) {
      sent.push(body);
      const answer = Promise.withResolvers<typeof SOLD>();
      answers.push(answer);
      return answer.promise;
    },
    onSold: (id) => void sold.push(id),
    onEarlier: ({ numero }) => void earlier.push(numero),
    onUnsure: () => void unsure++,
    onStrange: () => {},
  });
  const leave = store.open();
  const settled = async () => {
    for (let n = 0; n < 20; n++) await Promise.resolve();
  };
  return {
    ...{ store, leave, kept, sent, sold, earlier, lookups, settled },
    /** Answers every lookup that was made, and those that follow from it. */
    async found() {
      for (await settled(); lookups.length > 0; await settled())
        for (const { busca, answer } of lookups.splice(0)) answer.resolve(CATALOGUE[busca] ?? []);
    },
    async answer(with_: typeof SOLD | { status: number; body?: object }) {
      await settled();
      const last = answers.shift();
      if ('id' in with_) last?.resolve(with_);
      else last?.reject(problemOf(with_.status, { mensagem: 'Não.', pedido: '-', ...with_.body }));
      await settled();
    },
    /** How often the person was told that a cleared sale may have been concluded. */
    unsure: () => unsure,
    items: () => store.estado().rascunho.itens.map(({ nome, quantidade }) => `${quantidade} ${nome}`),
    unread: () => store.estado().rascunho.leituras.map(({ busca }) => busca),
  };
}
type Counter = ReturnType<typeof aCounter>;

async function scanned(counter: Counter, ...codes: string[]) {
  for (const code of codes) counter.store.find(code);
  await counter.found();
}
const soldVela = (quantidade: string) => ({ produto_id: VELA.id, quantidade });
const CONFLICT = { status: 409, body: { codigo: 'conflict' } };

test('scans that are faster than the catalogue all land in the sale, in their order', async () => {
  const counter = aCounter();
  await scanned(counter, '111', '222', '111', '111');
  expect(counter.items()).toEqual(['3.00 Vela', '1 Filtro']);
  expect(counter.unread()).toEqual([]);
});

test('a code without a produto, or with several, stays until the person resolves it, whatever is read next', async () => {
  const counter = aCounter();
  await scanned(counter, '999', '333', '111');
  expect(counter.items()).toEqual(['1 Vela']);
  const [unknown, several] = counter.store.estado().rascunho.leituras;
  expect(counter.unread()).toEqual(['999', '333']);
  if (unknown) counter.store.discard(unknown);
  counter.store.choose(FILTRO, several);
  expect([counter.items(), counter.unread()]).toEqual([['1 Vela', '1 Filtro'], []]);
});

test('a code that could not be looked up stays, and is looked up again on demand', async () => {
  const counter = aCounter();
  counter.store.find('111');
  await counter.settled();
  counter.lookups.shift()?.answer.reject(problemOf(0, null));
  await counter.settled();
  const [leitura] = counter.store.estado().rascunho.leituras;
  expect(counter.store.estado().respostas[leitura?.id ?? '']).toMatchObject({ is: 'falha' });
  if (leitura) counter.store.findAgain(leitura);
  await counter.found();
  expect([counter.items(), counter.unread()]).toEqual([['1 Vela'], []]);
});

test('a search by words is replaced by the next one, and holds no sale up', async () => {
  const counter = aCounter();
  await scanned(counter, 'nada', '111');
  expect(counter.unread()).toEqual([]);
  expect(counter.items()).toEqual(['1 Vela']);
});

test('a sale with a code that is not resolved is not concluded', async () => {
  const counter = aCounter();
  await scanned(counter, '111', '999');
  counter.store.conclude();
  await counter.settled();
  expect(counter.sent).toEqual([]);
  expect(counter.store.estado()).toMatchObject({
    busy: false,
    refusal: expect.stringContaining('códigos lidos'),
  });
});

test('a sale waits for the codes that were read before it is concluded', async () => {
  const counter = aCounter();
  counter.store.find('111');
  counter.store.conclude();
  await counter.found();
  expect(counter.sent).toMatchObject([{ itens: [{ produto_id: VELA.id, preco_lido: '25.00' }] }]);
});

test('a code that is read while the sale is sent belongs to the next sale', async () => {
  const counter = aCounter();
  await scanned(counter, '111');
  counter.store.conclude();
  await counter.settled();
  await scanned(counter, '222');
  expect(counter.items()).toEqual(['1 Vela']);
  await counter.answer(SOLD);
  await counter.found();
  expect([counter.sold, counter.items(), counter.unread()]).toEqual([[SOLD.id], ['1 Filtro'], []]);
});

test('a code that is read while the sale is refused belongs to this sale', async () => {
  const counter = aCounter();
  await scanned(counter, '111');
  counter.store.conclude();
  await counter.settled();
  counter.store.find('222');
  await counter.answer({ status: 422, body: { codigo: 'invalid', campos: { deposito_id: 'Não.' } } });
  await counter.found();
  expect(counter.items()).toEqual(['1 Vela', '1 Filtro']);
});

test('a code that is read while a question is open waits for its answer', async () => {
  const counter = aCounter();
  await scanned(counter, '111');
  counter.store.conclude();
  const prometidas = [
    { produto_id: VELA.id, nome: 'Vela', quantidade: '1.00', saldo: '1.00', reservado: '1.00' },
  ];
  await counter.answer({ ...CONFLICT, body: { ...CONFLICT.body, atual: { prometidas } } });
  await scanned(counter, '222');
  expect(counter.items()).toEqual(['1 Vela']);
  void counter.store.accept();
  await counter.answer(SOLD);
  await counter.found();
  expect(counter.items()).toEqual(['1 Filtro']);
});

test('codes without an answer survive a reload, and are looked up again', async () => {
  const before = aCounter();
  before.store.find('111');
  before.store.find('999');
  const after = aCounter(before.kept.at(-1));
  await after.found();
  expect([after.items(), after.unread()]).toEqual([['1 Vela'], ['999']]);
});

test('a page that was left takes no late answer, so the code lands once', async () => {
  const counter = aCounter();
  counter.store.find('111');
  counter.leave();
  await counter.found();
  expect([counter.items(), counter.unread()]).toEqual([[], ['111']]);
  counter.store.open();
  await counter.found();
  expect([counter.items(), counter.unread()]).toEqual([['1 Vela'], []]);
});

test('a code that is discarded while it is looked up stays out of the sale', async () => {
  const counter = aCounter();
  counter.store.find('111');
  counter.store.clear();
  await counter.found();
  expect([counter.items(), counter.unread()]).toEqual([[], []]);
});

test('a second press while the sale is sent sends nothing', async () => {
  const counter = aCounter();
  await scanned(counter, '111');
  counter.store.conclude();
  counter.store.conclude();
  await counter.answer(SOLD);
  expect(counter.sent).toHaveLength(1);
  expect(counter.store.estado().erros).toEqual({});
});

test.each([0, 401, 403, 429, 500, 503])(
  'a sale whose answer was lost keeps its id over a reload, a change and the status %s',
  async (status) => {
    const before = aCounter();
    await scanned(before, '111');
    before.store.conclude();
    await before.answer({ status: 0 });
    const after = aCounter(before.kept.at(-1));
    after.store.conclude();
    await after.answer({ status, body: { codigo: 'unexpected' } });
    after.store.change({ pagamento: 'pix' });
    after.store.conclude();
    await after.answer(SOLD);
    expect(new Set([...before.sent, ...after.sent].map(({ id }) => id)).size).toBe(1);
    expect(after.store.estado().rascunho.id).toBeNull();
  },
);

test('a sale of promised units whose answer was lost is sent again under the same id, without the decision', async () => {
  const counter = aCounter();
  await scanned(counter, '111');
  counter.store.conclude();
  const prometidas = [
    { produto_id: VELA.id, nome: 'Vela', quantidade: '1.00', saldo: '1.00', reservado: '1.00' },
  ];
  await counter.answer({ ...CONFLICT, body: { ...CONFLICT.body, atual: { prometidas } } });
  void counter.store.accept();
  await counter.answer({ status: 0 });
  const after = aCounter(counter.kept.at(-1));
  after.store.conclude();
  await after.settled();
  const [asked, decided] = counter.sent;
  expect(asked?.id).not.toBe(decided?.id);
  expect(after.sent).toMatchObject([{ id: decided?.id, prometidas: [] }]);
});

test('a refusal that the server stores gets another id, and the earlier sale ends this one', async () => {
  const counter = aCounter();
  await scanned(counter, '111');
  counter.store.conclude();
  await counter.answer({
    status: 422,
    body: { codigo: 'invalid', campos: { [`itens.${VELA.id}`]: 'Falta.' } },
  });
  expect(counter.store.estado()).toMatchObject({
    rascunho: { id: null },
    erros: { [`itens.${VELA.id}`]: 'Falta.' },
  });
  counter.store.conclude();
  await counter.answer({
    ...CONFLICT,
    body: { ...CONFLICT.body, atual: { concluida: { id: SOLD.id, numero: 7, itens: [soldVela('1.00')] } } },
  });
  expect([counter.earlier, counter.items()]).toEqual([[7], []]);
  const [first, second] = counter.sent;
  expect(first?.id).not.toBe(second?.id);
});

test('the pieces that an earlier, concluded request did not have are the next sale', async () => {
  const counter = aCounter();
  await scanned(counter, '111');
  counter.store.conclude();
  await counter.answer({ status: 0 });
  await scanned(counter, '111', '222');
  counter.store.conclude();
  const concluida = { id: SOLD.id, numero: 7, itens: [soldVela('1.00')] };
  await counter.answer({ ...CONFLICT, body: { ...CONFLICT.body, atual: { concluida } } });
  expect([counter.earlier, counter.items()]).toEqual([[7], ['1.00 Vela', '1 Filtro']]);
});

test.each([401, 403, 429, 503])(
  'a refusal with the status %s is shown, also while the id stays',
  async (status) => {
    const counter = aCounter();
    await scanned(counter, '111');
    counter.store.conclude();
    await counter.answer({ status, body: { codigo: 'unexpected', mensagem: 'Peça o acesso.' } });
    expect(counter.store.estado()).toMatchObject({ refusal: 'Peça o acesso.', busy: false });
  },
);

test('a new price that the received money does not cover is taken, and the person learns what lacks', async () => {
  const counter = aCounter({ pagamento: 'dinheiro', recebido: '26.00' });
  await scanned(counter, '111');
  counter.store.conclude();
  const precos = [{ produto_id: VELA.id, nome: 'Vela', lido: '25.00', novo: '30.00' }];
  await counter.answer({ ...CONFLICT, body: { ...CONFLICT.body, atual: { precos } } });
  await counter.store.accept();
  expect(counter.sent).toHaveLength(1);
  expect(counter.store.estado()).toMatchObject({
    ...{ pergunta: undefined, busy: false, erros: { recebido: expect.stringContaining('cobre') } },
    rascunho: { itens: [{ preco: '30.00' }] },
  });
  await scanned(counter, '222');
  expect(counter.items()).toEqual(['1 Vela', '1 Filtro']);
});

test('a conclusion behind an open question does nothing, so the question can be answered', async () => {
  const counter = aCounter();
  await scanned(counter, '111');
  counter.store.conclude();
  const precos = [{ produto_id: VELA.id, nome: 'Vela', lido: '25.00', novo: '30.00' }];
  await counter.answer({ ...CONFLICT, body: { ...CONFLICT.body, atual: { precos } } });
  counter.store.find('222');
  counter.store.conclude();
  expect(counter.store.estado().busy).toBe(false);
  counter.store.goBack();
  await counter.found();
  expect(counter.items()).toEqual(['1 Vela', '1 Filtro']);
});

test('a price that changed is taken only after the person says so, and kept if they say so', async () => {
  const precos = [{ produto_id: VELA.id, nome: 'Vela', lido: '25.00', novo: '30.00' }];
  const asked = { ...CONFLICT, body: { ...CONFLICT.body, atual: { precos } } };
  const [taking, keeping] = [aCounter(), aCounter()];
  for (const counter of [taking, keeping]) {
    await scanned(counter, '111');
    counter.store.conclude();
    await counter.answer(asked);
  }
  void taking.store.accept();
  keeping.store.goBack();
  expect(keeping.store.estado().refusal).toContain('Os preços da venda continuam');
  keeping.store.conclude();
  await taking.settled();
  await keeping.settled();
  expect(taking.sent.at(-1)).toMatchObject({ itens: [{ preco: '30.00', preco_lido: '30.00' }] });
  expect(keeping.sent.at(-1)).toMatchObject({ itens: [{ preco: '25.00', preco_lido: '30.00' }] });
});

test('a sale that is cleared before its answer came may have been concluded, and the person is told', async () => {
  const counter = aCounter();
  await scanned(counter, '111');
  counter.store.conclude();
  await counter.answer({ status: 503 });
  counter.store.clear();
  expect(counter.unsure()).toBe(1);
  expect(counter.store.estado().rascunho.id).toBeNull();
  await scanned(counter, '222');
  counter.store.clear();
  expect(counter.unsure()).toBe(1);
});
