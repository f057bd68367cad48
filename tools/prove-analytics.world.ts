import { MERCADO_LIVRE_CLIENT } from '../apps/sandbox/src/mercado-livre/application.ts';
import { type Random, randomOf } from './prove-analytics.compare.ts';
import { dayOf, midnightOf } from './prove-analytics.truth.ts';

/** A seller at the stand-in, and a midnight around which they sold. */
export interface Seller {
  id: number;
  midnight: number;
}

export type World = ReturnType<typeof openWorld>;

/** What the proof does at the stand-in, where the clock stands still so that two readings are of the same orders. */
export function openWorld(sandbox: string, now: number) {
  async function control<T>(path: string, body: object = {}, method = 'POST'): Promise<T> {
    const answer = await fetch(`${sandbox}/_mercado-livre${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** A second before midnight, at it and after it; of some a part is given back, and one is cancelled. */
  async function sellAround(random: Random, seller: number): Promise<number> {
    const midnight = midnightOf(dayOf(now - Math.floor((10 + random() * 320) * 86_400_000)));
    for (const [n, seconds] of [-1, 0, 1, -2, 2, -1].entries()) {
      const em = new Date(midnight + seconds * 1000).toISOString();
      const precoCentavos = 1000 + Math.floor(random() * 90_000);
      const { id } = await control<{ id: number }>(`/vendedores/${seller}/venda`, {
        em,
        precoCentavos,
        quantidade: 1 + Math.floor(random() * 3),
      });
      if (n < 3) await control(`/vendas/${id}/reembolsar`, { centavos: 1 + Math.floor(random() * 999) });
      else if (n === 3) await control(`/vendas/${id}/cancelar`, { por: 'comprador' });
    }
    return midnight;
  }

  return {
    sellAround,
    /** Nobody waits for the pace of the real one, and nothing happens while it is looked at. */
    async prepare(): Promise<void> {
      const limites = {
        porMinuto: 60_000_000,
        rajada: 10_000_000,
        rotas: {},
        retryAfter: false,
        texto: false,
      };
      await control(`/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, { limites }, 'PATCH');
      await control('/relogio', { agora: new Date(now).toISOString(), parado: true });
    },
    /** With so many sales, most have few of them, over one listing or hundreds. */
    async aSeller(seed: number, [least, most]: readonly [number, number]): Promise<Seller> {
      const random = randomOf(seed);
      const id = 4_100_000_000 + seed;
      const vendas = Math.round(least * (most / least) ** random());
      const anuncios = 1 + Math.floor(random() * Math.min(500, vendas));
      await control('/vendedores', { id, apelido: `LOJA${seed}`, semente: seed, anuncios, vendas });
      return { id, midnight: await sellAround(random, id) };
    },
    /** Parts of some answers are missing, again and again. */
    async answerInParts(share: number): Promise<void> {
      const body = JSON.stringify({ 'mercado-livre': '206', rota: 'GET /orders/search', parte: share });
      const { status } = await fetch(`${sandbox}/_falhas`, { method: 'POST', body });
      if (status !== 204) throw new Error('the stand-in knows no such fault');
    },
    behave: () => fetch(`${sandbox}/_falhas`, { method: 'DELETE' }),
    /** How often orders were asked for in the seller's name. */
    async callsOf(seller: number): Promise<number> {
      const { rotas } = await control<{
        rotas: Record<string, { vendedores: Record<string, number> }>;
      }>('/contagem', {}, 'GET');
      return Object.entries(rotas)
        .filter(([route]) => route.startsWith('GET /orders'))
        .reduce((sum, [, { vendedores }]) => sum + (vendedores[String(seller)] ?? 0), 0);
    },
  };
}
