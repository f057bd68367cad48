import { type Mend, ProblemError } from '#lib/api.ts';

/** Recoveries from a refusal caused by the session and not by the content of the call. */
export interface Cures {
  /**
   * Resolves to true when the caller's session is still valid. Another request may have renewed its token
   * meanwhile.
   */
  sessionLives: () => Promise<boolean>;
  /**
   * Waits until the same person signs in again. Resolves to false immediately when the page navigates away
   * instead.
   */
  sessionReturns: () => Promise<boolean>;
  identityConfirmed: () => Promise<boolean>;
  /** Resolves to true when the person is a membro of the tab's empresa after all. */
  membershipLives: (isChange: boolean) => Promise<boolean>;
}

/** Each call gets its own instance, which remembers past attempts so that no call is retried endlessly. */
export function mending(cures: Cures): Mend {
  let renewed = false;
  let confirmed = false;
  let rejoined = false;
  return async (endpoint, error) => {
    // A wrong password also gives 401. Only a 401 of an endpoint that needs a session is about the session.
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
    if (error.problem.codigo === 'not_a_membro' && endpoint.config.auth === 'session' && !rejoined) {
      rejoined = await cures.membershipLives(endpoint.method !== 'GET');
      return rejoined;
    }
    return false;
  };
}
