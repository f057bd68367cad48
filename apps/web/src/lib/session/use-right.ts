import type { Direito } from '@prumo/contract/papeis.ts';
import { useSession } from './session.ts';

/** Whether the signed-in person has this right in the empresa of this tab. The server checks it again. */
export const useRight = (direito: Direito): boolean =>
  useSession().session?.empresa.direitos.includes(direito) ?? false;
