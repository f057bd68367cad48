import { type Command, type Decision, decide, type Line } from '#modules/movimentos/decide.ts';
import { MAX, type Place } from '#modules/movimentos/refusals.ts';

/**
 * A naive model of stock: one number of hundredths per deposito, and null where the produto is not kept. It
 * is independent of the rules with which it is compared (`modules/movimentos/decide.ts`).
 */
export interface Model {
  saldos: Map<string, number | null>;
  inactive: Set<string>;
}

const IDS = ['matriz', 'filial', 'loja', 'galpao'] as const;
const UNKNOWN = 'nenhum';
const LIMIT = Number(MAX);

export const newModel = (): Model => ({
  saldos: new Map(IDS.map((id) => [id, null])),
  inactive: new Set(),
});

/** Applies the command if the model accepts it, and returns whether it does. */
export function step(model: Model, command: Command): boolean {
  const after = new Map(model.saldos);
  if (!happens(model, command, after)) return false;
  for (const saldo of after.values()) if (saldo !== null && (saldo < 0 || saldo > LIMIT)) return false;
  model.saldos = after;
  return true;
}

type After = Map<string, number | null>;

function happens(model: Model, command: Command, after: After): boolean {
  const move = (id: string, by: number) => after.set(id, (after.get(id) ?? 0) + by);
  const isThere = (id: string) => model.saldos.has(id);
  const takes = (id: string) => isThere(id) && !model.inactive.has(id);
  switch (command.do) {
    case 'entrada':
      if (!takes(command.deposito) || command.quantidade <= 0) return false;
      move(command.deposito, Number(command.quantidade));
      return true;
    case 'saida':
      if (!isThere(command.deposito) || command.quantidade <= 0) return false;
      move(command.deposito, -Number(command.quantidade));
      return true;
    case 'transferencia':
      if (!isThere(command.deposito) || !takes(command.destino)) return false;
      if (command.quantidade <= 0 || command.deposito === command.destino) return false;
      move(command.deposito, -Number(command.quantidade));
      move(command.destino, Number(command.quantidade));
      return true;
    case 'ajuste': {
      const { deposito, lido } = command;
      const had = model.saldos.get(deposito) ?? 0;
      const wanted = Number(command.quantidade);
      if (!isThere(deposito) || lido === null || Number(lido) !== had || wanted === had) return false;
      if (wanted > had && !takes(deposito)) return false;
      after.set(deposito, wanted);
      return true;
    }
    case 'set':
      for (const [id, saldo] of model.saldos)
        if (saldo !== null && !command.saldos.some(({ deposito }) => deposito === id)) return false;
      return command.saldos.every((each) => fits(model, each, after));
    case 'clear':
      for (const id of command.depositos === 'all' ? IDS : command.depositos)
        if (isThere(id)) after.set(id, null);
      return true;
    case 'reverse':
      for (const { deposito, delta } of command.lines) {
        if (!isThere(deposito)) return false;
        move(deposito, -Number(delta));
        if ((after.get(deposito) ?? 0) < 0 || (after.get(deposito) ?? 0) > LIMIT) return false;
      }
      return true;
  }
}

/** Applies one line of a product form to `after`, and returns whether the model accepts it. */
function fits(
  { saldos, inactive }: Model,
  { deposito, quantidade, lida }: Extract<Command, { do: 'set' }>['saldos'][number],
  after: After,
): boolean {
  const had = saldos.get(deposito);
  if (had === undefined) return false;
  if (lida === null) {
    if (had !== null) return false;
    if (quantidade === null) return true;
    if (inactive.has(deposito)) return false;
    after.set(deposito, Number(quantidade));
    return true;
  }
  if (had === null) return false;
  if (quantidade === lida) return true;
  if (quantidade === null) {
    after.set(deposito, null);
    return Number(lida) === had;
  }
  if (Number(lida) !== had || (inactive.has(deposito) && Number(quantidade) > had)) return false;
  after.set(deposito, Number(quantidade));
  return true;
}

/** Returns a random whole number from 0 to n - 1. */
type Pick = (n: number) => number;

/**
 * Runs random commands through the rules and the model, and returns a description of the first difference.
 */
export function walk(
  steps: number,
  pick: Pick,
): { taken: number; accepted: number; divergence: string | null } {
  const model = newModel();
  const state = new Map<string, Place>(IDS.map((id) => [id, { nome: id, ativo: true, saldo: null }]));
  const past: Line[][] = [];
  let accepted = 0;
  for (let taken = 0; taken < steps; taken++) {
    if (pick(20) === 0) toggle(model, state, pick);
    const command = commandFor(model, past, pick);
    const decision = decide(state, command);
    const isAccepted = step(model, command);
    const divergence = differs(decision, isAccepted) ?? (decision.ok ? apply(state, decision, model) : null);
    if (divergence) return { taken, accepted, divergence: `${divergence}: ${inWords(command)}` };
    if (!decision.ok) continue;
    accepted++;
    if (decision.lines.length > 0) past.push(decision.lines);
  }
  return { taken: steps, accepted, divergence: null };
}

const differs = (decision: Decision, isAccepted: boolean) =>
  decision.ok === isAccepted
    ? null
    : `the rules ${decision.ok ? 'accept' : `refuse (${decision.refusal.message})`}, the model does not`;

/** Applies the decision to the state line by line, as the database does, and compares it with the model. */
function apply(
  state: Map<string, Place>,
  { lines, added, removed }: Extract<Decision, { ok: true }>,
  model: Model,
): string | null {
  for (const id of added) {
    const place = state.get(id);
    if (place?.saldo !== null) return `${id} was there before`;
    place.saldo = 0n;
  }
  for (const { deposito, delta, saldo } of lines) {
    const place = state.get(deposito);
    if (place?.saldo == null) return `a line for ${deposito}, where the produto is not`;
    place.saldo += delta;
    if (delta === 0n || place.saldo !== saldo || saldo < 0n)
      return `a line of ${delta} to ${saldo} in ${deposito}`;
  }
  for (const id of removed) {
    const place = state.get(id);
    if (place?.saldo !== 0n) return `${id} was left with ${place?.saldo}`;
    place.saldo = null;
  }
  for (const [id, { saldo }] of state) {
    const expected = model.saldos.get(id);
    if ((saldo === null ? null : Number(saldo)) !== expected) return `${id} has ${saldo}, not ${expected}`;
  }
  return null;
}

function toggle({ inactive }: Model, state: Map<string, Place>, pick: Pick): void {
  const id = IDS[pick(IDS.length)] ?? IDS[0];
  const place = state.get(id);
  if (!place) return;
  place.ativo = !place.ativo;
  if (place.ativo) inactive.delete(id);
  else inactive.add(id);
}

const KINDS = [
  'entrada',
  'entrada',
  'saida',
  'saida',
  'transferencia',
  'ajuste',
  'set',
  'clear',
  'reverse',
] as const;

function commandFor(model: Model, past: readonly Line[][], pick: Pick): Command {
  const kind = KINDS[pick(KINDS.length)] ?? 'entrada';
  const place = () => (pick(30) === 0 ? UNKNOWN : (IDS[pick(IDS.length)] ?? UNKNOWN));
  const deposito = place();
  const quantidade = quantityFor(pick);
  const read = (id: string) => (pick(8) === 0 ? quantityFor(pick) : BigInt(model.saldos.get(id) ?? 0));
  switch (kind) {
    case 'entrada':
    case 'saida':
      return { do: kind, deposito, quantidade };
    case 'transferencia':
      return { do: kind, deposito, destino: place(), quantidade };
    case 'ajuste':
      return { do: kind, deposito, quantidade, lido: pick(20) === 0 ? null : read(deposito) };
    case 'clear':
      return { do: kind, depositos: pick(4) === 0 ? 'all' : [deposito] };
    case 'reverse':
      return { do: kind, lines: past[pick(Math.max(1, past.length))] ?? [] };
    case 'set': {
      const listed = IDS.filter(() => pick(12) > 0);
      return {
        do: kind,
        saldos: listed.map((id) => {
          const isNew = model.saldos.get(id) === null ? pick(10) > 0 : pick(20) === 0;
          const lida = isNew ? null : read(id);
          return {
            deposito: id,
            quantidade: pick(8) === 0 ? null : lida !== null && pick(2) === 0 ? lida : quantityFor(pick),
            lida,
          };
        }),
      };
    }
  }
}

/**
 * Returns a quantity. Most are small, so that saldos are often reached and exceeded. Some are zero, a
 * fraction or the maximum.
 */
function quantityFor(pick: Pick): bigint {
  const kind = pick(12);
  if (kind === 0) return 0n;
  if (kind === 1) return MAX - BigInt(pick(3));
  return kind < 4 ? BigInt(pick(1000)) : BigInt(pick(10)) * 100n;
}

const inWords = (command: Command) =>
  JSON.stringify(command, (_, value) => (typeof value === 'bigint' ? Number(value) / 100 : value));
