import { expect, test } from 'vitest';
import { openBudget } from '#modules/contas/budget.ts';
import type { Venda } from '#modules/marketplace/sales.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import type { Alvo } from '#modules/reservas/alvo.ts';
import { alvosOfVendas } from '#modules/reservas/alvos-of-vendas.ts';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';

const prumo = await mercadoLivreApp();
const { anEmpresa, authorize, config, control, openPool, sandbox } = prumo;
const db = openPool(2);
const { sales, exchange } = openMercadoLivre({
  config,
  budget: openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 }),
});
let sellers = 0;

/** What happened to the goods of an order, as the simulated Mercado Livre knows it. */
interface Truth {
  pedido: number;
  quantidade: number;
  status: string;
  pago_em: string | null;
  desfeito_em: string | null;
  nao_enviar: boolean;
  substituido_por: number[];
  full: boolean;
  impresso_em: string | null;
  saiu_em: string | null;
  envio: number | null;
  voltou: { quantidade: number; para: 'vendedor' | 'meli' }[];
}

async function aShop(vendas = 0) {
  sellers += 1;
  const seller = 4_100_000_000 + sellers;
  await control('/vendedores', {
    id: seller,
    apelido: `LOJA${sellers}`,
    semente: sellers,
    anuncios: 40,
    vendas,
  });
  const { code, code_verifier } = await authorize(await anEmpresa(), seller);
  const { accessToken } = await exchange({ code, codeVerifier: code_verifier });
  const asker = { accessToken, turn: { waits: 'background', key: String(seller) } } as const;
  const post = async <T>(path: string, body: object = {}): Promise<T> => {
    const answer = await fetch(`${sandbox.url}/_mercado-livre${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBeLessThan(300);
    return (await answer.json()) as T;
  };
  const truth = async (): Promise<Truth[]> => {
    const answer = await fetch(`${sandbox.url}/_mercado-livre/vendedores/${seller}/verdade/estoque`);
    return (await answer.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  const readAll = async (ids: readonly number[]): Promise<Venda[]> => {
    const vendas: Venda[] = [];
    for (const id of ids) {
      const lida = await sales.read(asker, String(id), []);
      if (lida) vendas.push(lida.venda);
    }
    return vendas;
  };
  return {
    ...{ asker, post, truth },
    sell: async (changes: object = {}) =>
      post<{ id: number; shipping: { id: number } }>(`/vendedores/${seller}/venda`, changes),
    cart: async (...quantidades: number[]) =>
      post<{ id: number; shipping: { id: number } }[]>(`/vendedores/${seller}/carrinho`, {
        itens: quantidades.map((quantidade) => ({ quantidade })),
        logistica: 'drop_off',
      }),
    /** What the rules say of all orders, and what happened to their goods. */
    async compare(saida: 'etiqueta' | 'despacho' = 'despacho') {
      const told = await truth();
      const vendas = await readAll(told.map(({ pedido }) => pedido));
      const alvos = alvosOfVendas(vendas, { saida, isFull: () => false });
      const byId = new Map(told.map((each) => [String(each.pedido), each]));
      return alvos.map(({ venda, alvo }) => ({
        pedido: venda.pedido.id,
        alvo,
        expected: expectedOf(byId.get(venda.pedido.id), saida),
      }));
    },
  };
}

function expectedOf(truth: Truth | undefined, saida: 'etiqueta' | 'despacho'): Alvo {
  const nothing = { reservado: 0, saiu: 0, a_conferir: 0, nao_enviar: false };
  if (!truth || truth.full) return nothing;
  const { quantidade, saiu_em, impresso_em, desfeito_em, nao_enviar, voltou } = truth;
  const back = voltou.filter(({ para }) => para === 'vendedor').map((each) => each.quantidade);
  const a_conferir = back.reduce((sum, units) => sum + units, 0);
  if (saiu_em) return { ...nothing, saiu: quantidade, a_conferir };
  if (desfeito_em || truth.substituido_por.length > 0) return nothing;
  // Mercado Livre takes the goods off the listing when the order is confirmed or paid.
  if (truth.pago_em === null && truth.status !== 'confirmed') return nothing;
  if (saida === 'etiqueta' && impresso_em) return { ...nothing, saiu: quantidade, nao_enviar };
  return { ...nothing, reservado: quantidade, nao_enviar };
}

test('the sales of a year show what happened to their goods', async () => {
  const { compare } = await aShop(250);
  for (const saida of ['despacho', 'etiqueta'] as const) {
    const compared = await compare(saida);
    expect(compared.length).toBeGreaterThan(200);
    expect(compared.filter(({ alvo, expected }) => !isSame(alvo, expected))).toEqual([]);
  }
});

const isSame = (one: Alvo, other: Alvo) => JSON.stringify(one) === JSON.stringify(other);

test('every trap shows what happened to the goods', async () => {
  const { sell, cart, post, compare, truth } = await aShop();
  const traps: ((id: number, envio: number) => Promise<unknown>)[] = [
    async () => {},
    (id) => post(`/vendas/${id}/cancelar`, { por: 'comprador' }),
    (id) => post(`/vendas/${id}/desfazer`),
    (id) => post(`/vendas/${id}/nao-cumprir`),
    (id) => post(`/vendas/${id}/fraude`),
    (id) => post(`/vendas/${id}/reembolsar`, { centavos: 100 }),
    (_, envio) => post(`/envios/${envio}/avancar`, { ate: 'impresso' }),
    (_, envio) => post(`/envios/${envio}/avancar`, { ate: 'saiu' }),
    (_, envio) => post(`/envios/${envio}/dividir`),
    async (id, envio) => {
      await post(`/envios/${envio}/avancar`, { ate: 'saiu' });
      await post(`/vendas/${id}/cancelar`, { por: 'comprador' });
    },
    async (_, envio) => {
      await post(`/envios/${envio}/avancar`, { ate: 'saiu' });
      await post(`/envios/${envio}`, { status: 'not_delivered', substatus: 'returned' });
    },
    async (_, envio) => {
      await post(`/envios/${envio}/avancar`, { ate: 'saiu' });
      await post(`/envios/${envio}`, { status: 'not_delivered', substatus: 'returned_to_warehouse' });
    },
    ...(['vendedor', 'meli'] as const).map((para) => async (id: number, envio: number) => {
      await post(`/envios/${envio}/avancar`, { ate: 'entregue' });
      const { id: claim } = await post<{ id: number }>(`/vendas/${id}/reclamacao`, { quantidade: 1 });
      await post(`/reclamacoes/${claim}/devolucao`, { para, quantidade: 1 });
      for (let n = 0; n < 3; n++) await post(`/reclamacoes/${claim}/devolucao/avancar`);
      if (para === 'meli') expect((await truth()).at(-1)?.voltou).toMatchObject([{ para: 'meli' }]);
    }),
  ];
  for (const trap of traps) {
    const { id, shipping } = await sell({ quantidade: 3, logistica: 'drop_off' });
    await trap(id, shipping.id);
  }
  await sell({ quantidade: 2, logistica: 'fulfillment' });
  await sell({ paga: false });
  const [first] = await cart(2, 1);
  if (first) await post(`/envios/${first.shipping.id}/dividir`);
  const [left, stayed] = await cart(1, 2);
  if (left && stayed) {
    await post(`/vendas/${stayed.id}/cancelar`, { por: 'comprador' });
    await post(`/envios/${left.shipping.id}/avancar`, { ate: 'saiu' });
  }
  for (const saida of ['despacho', 'etiqueta'] as const) {
    const compared = await compare(saida);
    expect(compared.length).toBeGreaterThan(traps.length + 6);
    expect(compared.filter(({ alvo, expected }) => !isSame(alvo, expected))).toEqual([]);
  }
});
