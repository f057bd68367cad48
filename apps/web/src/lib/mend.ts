import { type Mend, ProblemError } from './api.ts';

/** What can be done about a refusal that is not about what was asked, but about who asks. */
export interface Cures {
  /** Whether the session of whoever made the call lives after all: its token may have been renewed meanwhile. */
  sessionLives: () => Promise<boolean>;
  /** Waits for the same person to sign in again; false at once when the page is left instead. */
  sessionReturns: () => Promise<boolean>;
  identityConfirmed: () => Promise<boolean>;
}

/** One for each call: it remembers what was tried, so that no refusal is answered without end. */
export function mending(cures: Cures): Mend {
  let renewed = false;
  let confirmed = false;
  return async (endpoint, error) => {
    // A wrong password is also a 401; only an endpoint that needs a session says that it is over.
    if (error.status === 401 && endpoint.config.auth === 'session') {
      if (!(await cures.sessionLives())) return cures.sessionReturns();
      if (renewed) return false;
      renewed = true;
      return true;
    }
    if (error.problem.codigo === 'confirm_identity' && !confirmed) {
      confirmed = await cures.identityConfirmed();
      if (!confirmed) throw new ProblemError(error.problem, error.status, { cancelled: true });
      return true;
    }
    return false;
  };
}
