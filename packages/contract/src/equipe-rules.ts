import { PAPEIS, type Papel } from './papeis.ts';

interface Pessoa {
  user_id: string;
  papel: Papel;
}

/** A change of a membro. `papel` is the new one, or null when the person leaves or is removed. */
export interface Change {
  actor: Pessoa;
  target: Pessoa;
  papel: Papel | null;
  /** The number of donos of the empresa before the change. */
  donos: number;
}

export type Refusal = 'only_a_dono' | 'not_upward' | 'last_dono';

/** A lower number is a higher papel. */
const rank = (papel: Papel) => PAPEIS.indexOf(papel);

/**
 * Decides whether a membro with the right `gerir_equipe`, or a person who leaves, may make a change. The server
 * refuses by it, and screens offer by it. The trigger of the table `membros` refuses `only_a_dono` and `last_dono`
 * as well.
 */
export function refusalOf({ actor, target, papel, donos }: Change): Refusal | null {
  const isOwn = actor.user_id === target.user_id;
  const touchesDono = target.papel === 'dono' || papel === 'dono';
  if (touchesDono && actor.papel !== 'dono') return 'only_a_dono';
  if (isOwn && papel !== null && rank(papel) < rank(target.papel)) return 'not_upward';
  if (target.papel === 'dono' && papel !== 'dono' && donos <= 1) return 'last_dono';
  return null;
}
