import type { Devolucao, Envio, PedidoDeVenda, Venda } from '#modules/marketplace/sales.ts';
import type { Alvo } from '#modules/reservas/alvo.ts';
import { alvosOfVendas } from '#modules/reservas/alvos-of-vendas.ts';
import { happen } from './sale-events.ts';
import { type Answer, type Choose, count, openShop, type Shop } from './sale-model.ts';

/**
 * Plays a random history of a sale and gives its answers to the rules: doubled, lost, late, out of order, and
 * without the evidence that an earlier one showed. Whenever the answers together show a state that the shop
 * was in, the rules must count what the shop counts. At the end the newest answers arrive, so the last
 * comparison always takes place. Returns a description of the first difference.
 */
export function walkSale(events: number, pick: Choose): Walked {
  const { shop, boxIsGone, moments, mail } = playSale(events, pick);
  const fullOf = new Map(shop.orders.map(({ shown, isListedFull }) => [shown.id, isListedFull]));
  const kept = openKept();
  let compared = 0;
  for (const [n, answer] of mail.entries()) {
    keep(kept, forgetful(answer, kept, pick));
    const alvos = decideAll(kept, boxIsGone ? 'etiqueta' : 'despacho', fullOf);
    const expected = moments.get(keyOf(allOf(kept)));
    if (expected !== undefined) compared += 1;
    const isLast = n === mail.length - 1;
    const wrong =
      (isLast && expected === undefined && 'the newest answers show no state of the shop') ||
      (expected !== undefined && expected !== inWords(alvos) && `${inWords(alvos)}, not ${expected}`) ||
      impossible(shop, kept, alvos);
    if (wrong)
      return { answers: n, compared, divergence: `${wrong} (${boxIsGone}) after ${shop.events.join(', ')}` };
  }
  return { answers: mail.length, compared, divergence: null };
}

/** Plays a random history. The newest answers are at the end of the mail. */
export function playSale(events: number, pick: Choose) {
  const boxIsGone = pick(2) === 0;
  const shop = openShop(pick);
  /** What the shop counts, by the answers that show this state. */
  const moments = new Map<string, string>();
  const note = () => moments.set(keyOf(newestOf(shop)), inWords(countAll(shop, boxIsGone)));
  note();
  for (let n = 0; n < events; n++) if (happen(shop, pick)) note();
  return { shop, boxIsGone, moments, mail: [...mailOf(shop, pick), ...shuffled(newestOf(shop), pick)] };
}

export interface Walked {
  answers: number;
  /** The number of comparisons. */
  compared: number;
  divergence: string | null;
}

type Alvos = Map<string, Alvo>;

export const countAll = ({ orders }: Shop, boxIsGone: boolean): Alvos =>
  new Map(orders.map((order) => [order.shown.id, count(order, boxIsGone)]));

const inWords = (alvos: Alvos) =>
  [...alvos]
    .map(([id, { reservado, saiu, a_conferir, nao_enviar }]) =>
      [id, reservado, saiu, a_conferir, nao_enviar ? '!' : ''].join(' '),
    )
    .sort()
    .join('; ');

/** The newest state of each resource, with the evidence of all answers, as the tables keep it. */
interface Kept {
  pedidos: Map<string, PedidoDeVenda>;
  envios: Map<string, Envio>;
  devolucoes: Map<string, Devolucao>;
}

const openKept = (): Kept => ({ pedidos: new Map(), envios: new Map(), devolucoes: new Map() });

function keep(kept: Kept, { kind, shown }: Answer): void {
  if (kind === 'devolucao')
    return void kept.devolucoes.set(shown.id, newer(kept.devolucoes.get(shown.id), shown));
  if (kind === 'envio') {
    const old = kept.envios.get(shown.id);
    const dispatched = [old?.despachado_em, shown.despachado_em].filter((each) => each != null).sort();
    return void kept.envios.set(shown.id, {
      ...newer(old, shown),
      foi_impresso: shown.foi_impresso || old?.foi_impresso === true,
      foi_devolvido: shown.foi_devolvido || old?.foi_devolvido === true,
      foi_dividido: shown.foi_dividido || old?.foi_dividido === true,
      despachado_em: dispatched[0] ?? null,
    });
  }
  const old = kept.pedidos.get(shown.id);
  kept.pedidos.set(shown.id, {
    ...newer(old, shown),
    foi_fechado: shown.foi_fechado || old?.foi_fechado === true,
    foi_pago: shown.foi_pago || old?.foi_pago === true,
    foi_dividido: shown.foi_dividido || old?.foi_dividido === true,
  });
}

const newer = <T extends { atualizado_em: string }>(old: T | undefined, read: T): T =>
  old && old.atualizado_em > read.atualizado_em ? old : read;

function decideAll(kept: Kept, saida: 'etiqueta' | 'despacho', fullOf: Map<string, boolean>): Alvos {
  const devolucoes = [...kept.devolucoes.values()];
  const vendas = [...kept.pedidos.values()].map(
    (pedido): Venda => ({
      ...{ pedido, reclamacoes: [], devolucoes },
      envio: kept.envios.get(pedido.envio_id ?? '') ?? null,
    }),
  );
  const isFull = new Map(vendas.map(({ pedido }) => [pedido.itens[0], fullOf.get(pedido.id) === true]));
  const found = alvosOfVendas(vendas, { saida, isFull: (item) => isFull.get(item) === true });
  return new Map(found.map(({ venda, alvo }) => [venda.pedido.id, alvo]));
}

/** What may not happen at any time, even while the answers contradict each other. */
function impossible(shop: Shop, kept: Kept, alvos: Alvos): string | null {
  for (const [id, { reservado, saiu, a_conferir }] of alvos) {
    const most = kept.pedidos.get(id)?.itens[0]?.quantidade ?? 0;
    if (reservado < 0 || saiu < 0 || reservado + saiu > most || a_conferir > saiu)
      return `${id} of ${most} has ${reservado} ${saiu} ${a_conferir}`;
  }
  for (const { shown, isListedFull } of shop.orders) {
    if (!shown.foi_dividido || isListedFull || shown.itens.some(({ is_kit }) => is_kit)) continue;
    const promised = promisedFor(shown, shop, kept, alvos);
    const most = shown.itens[0]?.quantidade ?? 0;
    if (promised !== null && promised < most) return `${shown.id} of ${most} is divided into ${promised}`;
  }
  return null;
}

/**
 * The units that a divided pedido and its replacements promise together. Null while nothing says that the
 * pedido was ever sold: its only known state may be from before the marketplace took it off the listing.
 */
function promisedFor(old: PedidoDeVenda, { orders }: Shop, kept: Kept, alvos: Alvos): number | null {
  const [item] = old.itens;
  if (!item || !kept.pedidos.get(old.id)?.foi_fechado) return null;
  const next = orders.filter(
    ({ parcel, shown }) =>
      parcel?.shown.irmao_id === old.envio_id &&
      shown.itens.some(
        (each) => each.anuncio_id === item.anuncio_id && each.variacao_id === item.variacao_id,
      ),
  );
  const { reservado = 0, saiu = 0 } = alvos.get(old.id) ?? {};
  let promised = reservado + saiu;
  for (const { shown, isOver } of next) {
    const alvo = alvos.get(shown.id);
    // A replacement that was called off took its units over and released them.
    if (alvo) promised += isOver ? (shown.itens[0]?.quantidade ?? 0) : alvo.reservado + alvo.saiu;
  }
  return promised;
}

/** The answers in the order of their arrival. */
function mailOf({ answers }: Shop, pick: Choose): Answer[] {
  const isUnruly = pick(3) > 0;
  const mail = answers.filter(() => pick(5) > 0).flatMap((each) => (pick(4) === 0 ? [each, each] : [each]));
  return isUnruly ? shuffled(mail, pick) : mail;
}

function shuffled<T>(from: readonly T[], pick: Choose): T[] {
  const mixed = [...from];
  for (let n = mixed.length - 1; n > 0; n--) {
    const other = pick(n + 1);
    [mixed[n], mixed[other]] = [mixed[other] as T, mixed[n] as T];
  }
  return mixed;
}

/** Leaves out evidence that an earlier answer showed, as an answer in parts does. */
function forgetful(answer: Answer, kept: Kept, pick: Choose): Answer {
  if (pick(3) > 0) return answer;
  const { kind, shown } = answer;
  if (kind === 'pedido' && kept.pedidos.get(shown.id)?.foi_pago)
    return { kind, shown: { ...shown, foi_pago: false } };
  const old = kind === 'envio' ? kept.envios.get(shown.id) : undefined;
  if (kind !== 'envio' || !old) return answer;
  return {
    kind,
    shown: {
      ...shown,
      foi_impresso: shown.foi_impresso && !old.foi_impresso,
      // An answer without the history only says that the dispatch was not after it.
      despachado_em: shown.despachado_em && old.despachado_em ? shown.atualizado_em : shown.despachado_em,
    },
  };
}

function newestOf({ orders, parcels, returns }: Shop): Answer[] {
  return [
    ...orders.map(({ shown }) => ({ kind: 'pedido' as const, shown: { ...shown } })),
    ...parcels.map(({ shown }) => ({ kind: 'envio' as const, shown: { ...shown } })),
    ...returns.map(({ shown }) => ({ kind: 'devolucao' as const, shown: { ...shown } })),
  ];
}

const allOf = ({ pedidos, envios, devolucoes }: Kept): Pick<Answer, 'shown'>[] =>
  [...pedidos.values(), ...envios.values(), ...devolucoes.values()].map((shown) => ({ shown }) as Answer);

/** Identifies a state by the versions of all resources that show it. */
const keyOf = (answers: readonly Pick<Answer, 'shown'>[]) =>
  answers
    .map(({ shown }) => `${shown.id} ${shown.atualizado_em}`)
    .sort()
    .join();
