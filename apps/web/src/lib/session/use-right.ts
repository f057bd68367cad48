import type { Direito } from '@prumo/contract/papeis.ts';
import { useSession } from './session.ts';

/** Whether the person has a right in the empresa of this tab. */
export const useRight = (direito: Direito): boolean =>
  useSession().session?.empresa.direitos.includes(direito) ?? false;
