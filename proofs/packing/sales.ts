import type { Dice } from '../kit/random.ts';
import type { StandIn } from '../kit/stand-in.ts';
import type { Peca } from './produtos.ts';
import type { Oferta, Site } from './site.ts';

/** What must lie in one box, as the stand-in sold it. */
export interface Pacote {
  envio: number;
  pedidos: readonly string[];
  itens: readonly { peca: Peca; quantidade: number }[];
  /** The instant until which it must leave. */
  prazo: number;
}

const HOUR_MS = 3_600_000;
/** The deadlines, in hours after the next half hour. */
const PRAZOS = [1, 5, 26];

interface Order {
  id: number;
  shipping: { id: number };
}

/** What each parcel contains. The first is a kit and the second a cart of three. */
function contents(n: number, ofertas: readonly Oferta[], dice: Dice): { itens: Oferta[]; kit?: Oferta } {
  const kit = ofertas.at(-1);
  const parts = ofertas.slice(0, -1);
  const some = (count: number): Oferta[] => {
    const chosen = new Set<Oferta>();
    while (chosen.size < count) chosen.add(dice.pick(parts));
    return [...chosen];
  };
  if (n === 0 && kit) return { itens: some(2), kit };
  if (n === 1) return { itens: some(3) };
  if (n % 10 === 7) return { itens: variationsOf(dice.pick(parts.filter(isVariation)), parts) };
  return { itens: some(n % 5 === 2 ? 2 : 1) };
}

const isVariation = ({ variacao }: Oferta) => variacao !== null;
const variationsOf = ({ anuncio }: Oferta, parts: readonly Oferta[]) =>
  parts.filter((each) => each.anuncio === anuncio);

/** Sells carts of which each becomes one parcel, and tells the product of them. */
export async function sell(
  { standIn, ofertas, seller }: Pick<Site, 'standIn' | 'ofertas' | 'seller'>,
  count: number,
  dice: Dice,
): Promise<Pacote[]> {
  const pacotes: Pacote[] = [];
  const from = Math.ceil(Date.now() / (HOUR_MS / 2)) * (HOUR_MS / 2);
  for (let n = 0; n < count; n++) {
    const { itens, kit } = contents(n, ofertas, dice);
    const sold = itens.map((oferta) => ({ oferta, quantidade: itens.length === 1 && n % 3 === 0 ? 2 : 1 }));
    const prazo = from + (PRAZOS[n % PRAZOS.length] ?? 0) * HOUR_MS;
    const orders = await standIn.control<Order[]>('POST', `/vendedores/${seller}/carrinho`, {
      itens: sold.map(({ oferta: { anuncio, variacao }, quantidade }) => ({
        ...{ anuncio, quantidade },
        ...(variacao !== null && { variacao }),
      })),
      ...{ logistica: n % 4 === 1 ? 'xd_drop_off' : 'drop_off', ...(kit && { kit: kit.anuncio }) },
    });
    const envio = orders[0]?.shipping.id ?? 0;
    await delay(standIn, seller, envio, prazo);
    pacotes.push({
      ...{ envio, prazo, pedidos: orders.map(({ id }) => String(id)) },
      itens: sold.map(({ oferta, quantidade }) => ({ peca: oferta.peca, quantidade })),
    });
  }
  return pacotes;
}

/** Gives a parcel its deadline. The product may have read the parcel already, so it is told again. */
async function delay({ control }: StandIn, seller: number, envio: number, prazo: number): Promise<void> {
  await control('POST', `/envios/${envio}`, { prazo: new Date(prazo).toISOString() });
  await control('POST', '/notificacoes', {
    ...{ vendedor: seller, topico: 'shipments', recursos: [`/shipments/${envio}`] },
  });
}
