import { createQuestion } from './question.ts';
import type { Loss } from './session-events.ts';

/** Open when the person has left the empresa of this tab. The tab stays there until the person moves on. */
export const loss = createQuestion<Loss>();
