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
  tooLittle,
  tooMuch,
  units,
} from './refusals.ts';

/**
 * The rules of stock, and nothing else: what a command does to one produto, or why it does nothing. No database and no
 * clock, so that `pnpm prove:stock` can hold it against a model of its own, a million times.
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

/** The depositos a command is about, by id. Quantities are hundredths. */
export type State = ReadonlyMap<string, Place>;

export type Command =
  | { do: 'entrada' | 'saida'; deposito: string; quantidade: bigint }
  /** `lido`: what the person saw there. */
  | { do: 'ajuste'; deposito: string; quantidade: bigint; lido: bigint | null }
  | { do: 'transferencia'; deposito: string; destino: string; quantidade: bigint }
  /** All depositos of the produto as a form has them: `lida` null where it adds one, `quantidade` null where it takes one out. */
  | { do: 'set'; saldos: readonly { deposito: string; quantidade: bigint | null; lida: bigint | null }[] }
  /** Everything out of these depositos, and the produto with it. */
  | { do: 'clear'; depositos: readonly string[] | 'all' }
  /** The opposite of lines of the ledger. */
  | { do: 'reverse'; lines: readonly Pick<Line, 'deposito' | 'tipo' | 'delta'>[] };

export interface Line {
  deposito: string;
  tipo: Tipo;
  delta: bigint;
  /** What the deposito has after it. */
  saldo: bigint;
}

export type Decision =
  /** `added` and `removed`: depositos the produto comes into, and leaves for good. */
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
  // Whoever counted must say what the count replaces: otherwise a sale in between would be undone by it.
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
    // Deleted since it was read: reading again shows it.
    if (!place && lida !== null) return gone();
    if (!place) return missing('depositos');
    // Added by somebody else meanwhile, or taken away.
    if ((lida === null) !== (place.saldo === null)) return changed(place, lida ?? 0n);
    const before = place.saldo ?? 0n;
    if (quantidade === lida) continue;
    if (lida !== null && lida !== before) return changed(place, lida);
    if (quantidade === null) {
      removed.push(deposito);
      continue;
    }
    if (!place.ativo && (lida === null || quantidade > before)) return inactive('depositos', place);
    if (quantidade < 0n || quantidade > MAX) return tooMuch('depositos', place);
    if (lida === null) added.push(deposito);
    if (quantidade !== before)
      lines.push({ deposito, tipo: 'ajuste', delta: quantidade - before, saldo: quantidade });
  }
  // What came in while the form was open is not the form's to take out.
  const known = new Set(saldos.map(({ deposito }) => deposito));
  for (const [id, place] of state) if (!known.has(id) && place.saldo !== null) return changed(place, 0n);
  return done([...lines, ...outOf(state, removed)], added, removed);
}

function clear(state: State, { depositos }: Extract<Command, { do: 'clear' }>): Decision {
  const asked = depositos === 'all' ? [...state.keys()] : depositos;
  const removed = asked.filter((id) => state.get(id)?.saldo != null);
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
  // An inactive deposito gets back what it had: undoing makes nothing new.
  return done(lines, addedBy([...saldos.keys()], state));
}

const outOf = (state: State, depositos: readonly string[]): Line[] =>
  depositos.flatMap((deposito) => {
    const saldo = state.get(deposito)?.saldo ?? 0n;
    return saldo === 0n ? [] : [{ deposito, tipo: 'ajuste' as const, delta: -saldo, saldo: 0n }];
  });

const addedBy = (depositos: readonly string[], state: State) =>
  depositos.filter((id) => state.get(id)?.saldo === null);
