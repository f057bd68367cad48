import type { Direito } from '@prumo/contract/papeis.ts';
import { useSession } from './session.ts';
import type { SessionState } from './session-events.ts';

/** Whether the signed-in person has the right in the empresa of this tab. */
export const hasRight = ({ session }: SessionState, direito: Direito): boolean =>
  session?.empresa.direitos.includes(direito) ?? false;

/**
 * Whether the person who looks at the screen has the right.
 *
 * @public
 */
export const useRight = (direito: Direito): boolean => hasRight(useSession(), direito);
