import type { Membro } from '@prumo/contract/equipe.ts';
import { refusalOf } from '@prumo/contract/equipe-rules.ts';
import { type Direito, PAPEIS, type Papel, temDireito } from '@prumo/contract/papeis.ts';

/** The person who looks at the equipe. */
export interface Viewer {
  user_id: string;
  papel: Papel;
  /** The rights of the session, which are fewer than those of the papel while the empresa waits for its deletion. */
  direitos: readonly Direito[];
}

interface Actions {
  /** The papéis that the viewer may give this membro, also the present one. Empty when nothing can be changed. */
  papeis: Papel[];
  /** Whether the viewer may switch the sight of costs for this membro. */
  custo: boolean;
  remove: boolean;
  transfer: boolean;
  leave: boolean;
  devices: boolean;
}

/**
 * The actions that a row offers. Nobody changes the own papel here, because a slip would take away the right to
 * mend it: a dono hands the empresa over, and anyone may leave.
 */
export function actionsOn(target: Membro, viewer: Viewer, donos: number): Actions {
  const own = target.user_id === viewer.user_id;
  const manages = viewer.direitos.includes('gerir_equipe') && !own;
  const may = (papel: Papel | null) => manages && refusalOf({ actor: viewer, target, papel, donos }) === null;
  const papeis = PAPEIS.filter(may);
  return {
    papeis: papeis.some((papel) => papel !== target.papel) ? papeis : [],
    custo: may(target.papel) && !temDireito(target.papel, 'ver_custo'),
    remove: may(null),
    transfer: own && viewer.direitos.includes('transferir_empresa'),
    // The last dono finds the button too, and learns there why it cannot be done.
    leave: own,
    devices: viewer.direitos.includes('ver_dispositivos') && !own,
  };
}

export const nameOf = ({ nome, email }: Pick<Membro, 'nome' | 'email'>) => nome ?? email;
