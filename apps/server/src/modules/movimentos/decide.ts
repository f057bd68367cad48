import type { Tipo } from '@prumo/contract/movimentos.ts';
import {
  changed,
  gone,
  inactive,
  MAX,
  missing,
  nothing,
  type Place,
  type Refusal,
  refuse,
  reserved,
  tooLittle,
  tooMuch,
  units,
} from './refusals.ts';

/**
 * The rules of stock: the effect of a command on one produto, or the reason for a refusal. The function uses
 * no database and no clock, so that `pnpm prove:stock` can compare it with an independent model a million
 * times.
 */
export function decide(state: State, command: Command): Decision {
  switch (command.do) {
    case 'entrada':
      return enter(state, command);
    case 'saida':
      return leave(state, command);
    case 'ajuste':
      return adjust(state, command);
    case 'transferencia':
      return transfer(state, command);
    case 'set':
      return set(state, command);
    case 'clear':
      return clear(state, command);
    case 'reverse':
      return reverse(state, command);
  }
}

/** The depositos of a command by id. Quantities are in hundredths. */
export type State = ReadonlyMap<string, Place>;

export type Command =
  | { do: 'entrada' | 'saida'; deposito: string; quantidade: bigint }
  /** `lido` is the saldo that the person saw. */
  | { do: 'ajuste'; deposito: string; quantidade: bigint; lido: bigint | null }
  | { do: 'transferencia'; deposito: string; destino: string; quantidade: bigint }
  /**
   * All depositos of the produto as a form has them. `lida` is null when the form adds a deposito.
   * `quantidade` is null when the form removes one.
   */
  | { do: 'set'; saldos: readonly { deposito: string; quantidade: bigint | null; lida: bigint | null }[] }
  /** Moves all stock out of these depositos and removes the produto from them. */
  | { do: 'clear'; depositos: readonly string[] | 'all' }
  /** Writes the opposite of some ledger lines. */
  | { do: 'reverse'; lines: readonly Pick<Line, 'deposito' | 'tipo' | 'delta'>[] };

export interface Line {
  deposito: string;
  tipo: Tipo;
  delta: bigint;
  /** The saldo of the deposito after the line. */
  saldo: bigint;
}

export type Decision =
  /** `added`: the depositos that the produto enters. `removed`: those that it leaves permanently. */
  { ok: true; lines: Line[]; added: string[]; removed: string[] } | { ok: false; refusal: Refusal };

const done = (lines: Line[], added: string[] = [], removed: string[] = []): Decision => ({
  ok: true,
  lines,
  added,
  removed,
});
function enter(state: State, { deposito, quantidade }: { deposito: string; quantidade: bigint }): Decision {
  const place = state.get(deposito);
  if (!place) return missing('deposito_id');
  if (!place.ativo) return inactive('deposito_id', place);
  if (quantidade <= 0n) return nothing();
  const saldo = (place.saldo ?? 0n) + quantidade;
  if (saldo > MAX) return tooMuch('quantidade', place);
  return done([{ deposito, tipo: 'entrada', delta: quantidade, saldo }], addedBy([deposito], state));
}

function leave(state: State, { deposito, quantidade }: { deposito: string; quantidade: bigint }): Decision {
  const place = state.get(deposito);
  if (!place) return missing('deposito_id');
  if (quantidade <= 0n) return nothing();
  const saldo = (place.saldo ?? 0n) - quantidade;
  if (saldo < 0n) return tooLittle(place);
  return done([{ deposito, tipo: 'saida', delta: -quantidade, saldo }]);
}

function adjust(state: State, command: Extract<Command, { do: 'ajuste' }>): Decision {
  const { deposito, quantidade, lido } = command;
  const place = state.get(deposito);
  if (!place) return missing('deposito_id');
  const before = place.saldo ?? 0n;
  // An ajuste must state the saldo that it replaces. Otherwise it would overwrite a sale made after the
  // person read the saldo.
  if (lido === null)
    return refuse('saldo_lido', 'Recarregue a página para ver o saldo atual e ajuste de novo.');
  if (lido !== before) return changed(place, lido);
  if (quantidade === before)
    return refuse('quantidade', `O depósito ${place.nome} já tem ${units(before)}. Não há o que ajustar.`);
  if (quantidade > before && !place.ativo) return inactive('deposito_id', place);
  if (quantidade < 0n || quantidade > MAX) return tooMuch('quantidade', place);
  const line: Line = { deposito, tipo: 'ajuste', delta: quantidade - before, saldo: quantidade };
  return done([line], addedBy([deposito], state));
}

function transfer(state: State, command: Extract<Command, { do: 'transferencia' }>): Decision {
  const { deposito, destino, quantidade } = command;
  const [from, to] = [state.get(deposito), state.get(destino)];
  if (!from) return missing('deposito_id');
  if (!to) return missing('destino_id');
  if (deposito === destino) return refuse('destino_id', 'Escolha outro depósito de destino.');
  if (!to.ativo) return inactive('destino_id', to);
  if (quantidade <= 0n) return nothing();
  const left = (from.saldo ?? 0n) - quantidade;
  const reached = (to.saldo ?? 0n) + quantidade;
  if (left < 0n) return tooLittle(from);
  if (reached > MAX) return tooMuch('quantidade', to);
  return done(
    [
      { deposito, tipo: 'transferencia', delta: -quantidade, saldo: left },
      { deposito: destino, tipo: 'transferencia', delta: quantidade, saldo: reached },
    ],
    addedBy([destino], state),
  );
}

function set(state: State, { saldos }: Extract<Command, { do: 'set' }>): Decision {
  const lines: Line[] = [];
  const added: string[] = [];
  const removed: string[] = [];
  for (const { deposito, quantidade, lida } of saldos) {
    const place = state.get(deposito);
    // The deposito was deleted after the form was read. The refusal is `stale`, so the person gets the
    // current produto.
    if (!place && lida !== null) return gone();
    if (!place) return missing('depositos');
    // Another person added or removed the deposito meanwhile.
    if ((lida === null) !== (place.saldo === null)) return changed(place, lida ?? 0n);
    const before = place.saldo ?? 0n;
    if (quantidade === lida) continue;
    if (lida !== null && lida !== before) return changed(place, lida);
    if (quantidade === null) {
      if (isReserved(place)) return reserved(place);
      removed.push(deposito);
      continue;
    }
    if (!place.ativo && (lida === null || quantidade > before)) return inactive('depositos', place);
    if (quantidade < 0n || quantidade > MAX) return tooMuch('depositos', place);
    if (lida === null) added.push(deposito);
    if (quantidade !== before)
      lines.push({ deposito, tipo: 'ajuste', delta: quantidade - before, saldo: quantidade });
  }
  // Refuses when the produto entered another deposito while the form was open.
  const known = new Set(saldos.map(({ deposito }) => deposito));
  for (const [id, place] of state) if (!known.has(id) && place.saldo !== null) return changed(place, 0n);
  return done([...lines, ...outOf(state, removed)], added, removed);
}

function clear(state: State, { depositos }: Extract<Command, { do: 'clear' }>): Decision {
  const asked = depositos === 'all' ? [...state.keys()] : depositos;
  const removed = asked.filter((id) => state.get(id)?.saldo != null);
  for (const id of removed) {
    const place = state.get(id);
    if (place && isReserved(place)) return reserved(place);
  }
  return done(outOf(state, removed), [], removed);
}

function reverse(state: State, command: Extract<Command, { do: 'reverse' }>): Decision {
  const lines: Line[] = [];
  const saldos = new Map<string, bigint>();
  for (const { deposito, tipo, delta } of command.lines) {
    const place = state.get(deposito);
    if (!place) return refuse('deposito_id', 'Não foi possível desfazer: o depósito foi excluído depois.');
    const before = saldos.get(deposito) ?? place.saldo ?? 0n;
    const saldo = before - delta;
    if (saldo < 0n)
      return refuse(
        'quantidade',
        `Não foi possível desfazer: sairiam ${units(delta)} do depósito ${place.nome}, que tem só ${units(before)}.`,
      );
    if (saldo > MAX) return tooMuch('quantidade', place);
    saldos.set(deposito, saldo);
    lines.push({ deposito, tipo, delta: -delta, saldo });
  }
  // An inactive deposito may regain the stock that it had, because an undo adds nothing new.
  return done(lines, addedBy([...saldos.keys()], state));
}

/** The row of a saldo stays while sales are promised from it, because it shows them and what they lack. */
const isReserved = ({ reservado = 0n }: Place) => reservado > 0n;

const outOf = (state: State, depositos: readonly string[]): Line[] =>
  depositos.flatMap((deposito) => {
    const saldo = state.get(deposito)?.saldo ?? 0n;
    return saldo === 0n ? [] : [{ deposito, tipo: 'ajuste' as const, delta: -saldo, saldo: 0n }];
  });

const addedBy = (depositos: readonly string[], state: State) =>
  depositos.filter((id) => state.get(id)?.saldo === null);
