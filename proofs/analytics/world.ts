import { dayOf, midnightOf } from '../kit/analises.truth.ts';
import { type Random, randomOf } from '../kit/random.ts';
import type { StandIn } from '../kit/stand-in.ts';

/** A seller of the stand-in, and the midnight around which the seller sold. */
export interface Seller {
  id: number;
  midnight: number;
}

export type World = ReturnType<typeof openWorld>;

/** Creates sellers in the stand-in. The caller stops its clock, so that two reads return the same orders. */
export function openWorld(standIn: StandIn, now: number) {
  /**
   * Creates orders just before, at and after a midnight. Refunds the first three partly and cancels the
   * fourth.
   */
  async function sellAround(random: Random, seller: number): Promise<number> {
    const midnight = midnightOf(dayOf(now - Math.floor((10 + random() * 320) * 86_400_000)));
    for (const [n, seconds] of [-1, 0, 1, -2, 2, -1].entries()) {
      const em = new Date(midnight + seconds * 1000).toISOString();
      const precoCentavos = 1000 + Math.floor(random() * 90_000);
      const { id } = await standIn.control<{ id: number }>('POST', `/vendedores/${seller}/venda`, {
        em,
        precoCentavos,
        quantidade: 1 + Math.floor(random() * 3),
      });
      if (n < 3)
        await standIn.control('POST', `/vendas/${id}/reembolsar`, {
          centavos: 1 + Math.floor(random() * 999),
        });
      else if (n === 3) await standIn.control('POST', `/vendas/${id}/cancelar`, { por: 'comprador' });
    }
    return midnight;
  }

  return {
    sellAround,
    /**
     * Creates a seller with a number of sales between the two bounds, mostly near the lower one, and 1 to 500
     * anuncios.
     */
    async aSeller(seed: number, [least, most]: readonly [number, number]): Promise<Seller> {
      const random = randomOf(seed);
      const id = 4_100_000_000 + seed;
      const vendas = Math.round(least * (most / least) ** random());
      const anuncios = 1 + Math.floor(random() * Math.min(500, vendas));
      await standIn.aSeller({ id, apelido: `LOJA${seed}`, semente: seed, anuncios, vendas });
      return { id, midnight: await sellAround(random, id) };
    },
    /** Makes the stand-in answer this fraction of the order searches partially (206). */
    answerInParts: (share: number) =>
      standIn.misbehave({ 'mercado-livre': '206', rota: 'GET /orders/search', parte: share }),
    /** The number of order calls made with the seller's token. */
    async callsOf(seller: number): Promise<number> {
      const { rotas } = await standIn.calls();
      return Object.entries(rotas)
        .filter(([route]) => route.startsWith('GET /orders'))
        .reduce((sum, [, { vendedores }]) => sum + (vendedores[String(seller)] ?? 0), 0);
    },
  };
}
