import type { Alvo } from '#modules/reservas/alvo.ts';
import { alvoOf, type Escrito, inHundredths, NADA, nextWrites } from '#modules/reservas/next-writes.ts';
import { type Lugar, placeOf } from '#modules/reservas/place-of.ts';
import { splitFalta } from '#modules/reservas/split-falta.ts';

/**
 * Drives the rules of reservas as the database does, and compares them with a naive model that only knows the last message
 * about each sale and what was moved by hand. The model shares no rule with them.
 */
const PLACES = ['matriz', 'filial', 'loja'] as const;
const SALES = ['1001', '1002', '1003', '1004'] as const;

/** Returns a random whole number from 0 to n - 1. */
type Pick = (n: number) => number;

interface Kept extends Escrito {
  deposito: string;
}

interface World {
  saldos: Map<string, bigint>;
  /** The sum of all lines of the ledger by deposito. */
  ledger: Map<string, bigint>;
  reservado: Map<string, bigint>;
  reservas: Map<string, Kept>;
}

/** What the model remembers: the last message of each sale, and everything that people moved, over all depositos. */
interface Model {
  alvos: Map<string, Alvo>;
  byHand: bigint;
}

const add = (map: Map<string, bigint>, key: string, by: bigint) => map.set(key, (map.get(key) ?? 0n) + by);
const keyOf = (pedido_id: string) => ({
  ...{ marketplace: 'mercado-livre', seller_id: '1', anuncio_id: 'MLB1', variacao_id: '', pedido_id },
});

/** Runs random steps, and returns a description of the first difference. */
export function walkReservas(steps: number, pick: Pick): string | null {
  const world: World = { saldos: new Map(), ledger: new Map(), reservado: new Map(), reservas: new Map() };
  const model: Model = { alvos: new Map(), byHand: 0n };
  for (const place of PLACES) move(world, place, 0n);
  for (let taken = 0; taken < steps; taken++) {
    const what = pick(3) === 0 ? byHand(world, model, pick) : bySale(world, model, pick);
    const difference = compare(world, model);
    if (difference) return `step ${taken}, ${what}: ${difference}`;
  }
  return null;
}

function move({ saldos, ledger }: World, deposito: string, by: bigint): void {
  add(saldos, deposito, by);
  add(ledger, deposito, by);
}

/** An entrada, a saida or an ajuste. What the ledger refuses does not happen. */
function byHand(world: World, model: Model, pick: Pick): string {
  const deposito = PLACES[pick(PLACES.length)] ?? 'matriz';
  const saldo = world.saldos.get(deposito) ?? 0n;
  const quantidade = BigInt(pick(700));
  const by = [quantidade, -quantidade, quantidade - saldo][pick(3)] ?? 0n;
  if (saldo + by < 0n) return 'a refused movimento';
  move(world, deposito, by);
  model.byHand += by;
  if (by > 0n) retry(world);
  return `a movimento of ${by} in ${deposito}`;
}

function retry(world: World): void {
  for (const [pedido, kept] of world.reservas)
    if (kept.saida_pendente > 0) write(world, pedido, alvoOf(kept));
}

/** A message about a sale: a new one, the same again, or an earlier state that a marketplace came back to. */
function bySale(world: World, model: Model, pick: Pick): string {
  const pedido = SALES[pick(SALES.length)] ?? '1001';
  const last = model.alvos.get(pedido);
  const units = pick(4);
  const states: Alvo[] = [
    { reservado: units, saiu: 0, a_conferir: 0, nao_enviar: pick(5) === 0 },
    { reservado: 0, saiu: units, a_conferir: 0, nao_enviar: false },
    { reservado: 0, saiu: units, a_conferir: pick(units + 1), nao_enviar: false },
    { reservado: 0, saiu: 0, a_conferir: 0, nao_enviar: false },
  ];
  const alvo = last && pick(4) === 0 ? last : (states[pick(states.length)] as Alvo);
  model.alvos.set(pedido, alvo);
  const before = JSON.stringify(world.reservas.get(pedido) ?? null);
  if (write(world, pedido, alvo)) retry(world);
  const after = JSON.stringify(world.reservas.get(pedido) ?? null);
  return `${pedido} ${before} to ${JSON.stringify(alvo)} gave ${after}`;
}

const lugaresOf = ({ saldos, reservado }: World): Lugar[] =>
  PLACES.map((deposito) => ({
    deposito,
    ativo: true,
    saldo: saldos.get(deposito) ?? 0n,
    reservado: reservado.get(deposito) ?? 0n,
  }));

/** Returns whether goods came back. */
function write(world: World, pedido: string, alvo: Alvo): boolean {
  const before = world.reservas.get(pedido);
  const wanted = inHundredths(alvo.reservado + alvo.saiu);
  const place = before?.deposito ?? placeOf(lugaresOf(world), { anuncio: [], conta: [] }, wanted)?.deposito;
  if (place === undefined) throw new Error('no deposito');
  const { passo, escrito } = nextWrites(before ?? NADA, alvo, world.saldos.get(place) ?? 0n);
  if (passo) move(world, place, inHundredths(passo.quantidade) * (passo.tipo === 'saida' ? -1n : 1n));
  add(world.reservado, place, inHundredths(escrito.reservado - (before?.reservado ?? 0)));
  world.reservas.set(pedido, { ...escrito, deposito: place });
  return passo?.tipo === 'entrada';
}

function compare(
  { saldos, ledger, reservado, reservas }: World,
  { alvos, byHand: moved }: Model,
): string | null {
  const own = [...reservas];
  for (const place of PLACES) {
    const saldo = saldos.get(place) ?? 0n;
    const promised = reservado.get(place) ?? 0n;
    const here = own.filter(([, { deposito }]) => deposito === place);
    if (saldo < 0n) return `the saldo of ${place} is ${saldo}`;
    if (saldo !== ledger.get(place)) return `the saldo of ${place} is not the sum of the ledger`;
    const sum = here.reduce((total, [, each]) => total + each.reservado, 0);
    if (promised !== inHundredths(sum)) return `${place} promises ${promised}, its reservas ${sum}`;
    for (const [pedido, { saida_pendente }] of here)
      if (saida_pendente > 0 && inHundredths(saida_pendente) <= saldo)
        return `${pedido} waits although ${place} has ${saldo}`;
    const split = splitFalta(
      here.map(([pedido, each]) => ({
        ...each,
        chave: keyOf(pedido),
        prazo: null,
        criado_em: '2026-11-01T00:00:00Z',
      })),
      saldo,
    );
    const lacking = split.reduce((total, { falta }) => total + falta, 0);
    const beyond = promised - (saldo / 100n) * 100n;
    if (inHundredths(lacking) !== (beyond > 0n ? beyond : 0n))
      return `${place} lacks ${lacking}, not ${beyond}`;
  }
  // The whole: what is here is what people moved less what the last messages say has left, as far as it could leave.
  let left = 0;
  for (const [pedido, alvo] of alvos) {
    const kept = reservas.get(pedido);
    const all = (kept?.reservado ?? 0) + (kept?.saiu ?? 0);
    if (all !== alvo.reservado + alvo.saiu)
      return `${pedido} shows ${all} of ${alvo.reservado + alvo.saiu} units`;
    if ((kept?.saiu ?? 0) > alvo.saiu) return `${pedido} has left although the marketplace says no`;
    left += kept?.saiu ?? 0;
  }
  const here = [...saldos.values()].reduce((sum, saldo) => sum + saldo, 0n);
  return here === moved - inHundredths(left) ? null : `${here} are here, not ${moved - inHundredths(left)}`;
}
