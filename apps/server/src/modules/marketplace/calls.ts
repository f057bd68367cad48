/**
 * Decides when the budget grants a call. A call with a waiting person comes first, and the empresas
 * alternate.
 */
export interface Turn {
  /**
   * The lane of the call. `person`: a person waits. `news`: the marketplace reported a change. `hint`: an
   * unverified sender reported a change. `background`: no person waits.
   */
  waits: 'person' | 'news' | 'hint' | 'background';
  /** The empresa of the call. Calls with the same key are made in order, and the keys of a lane alternate. */
  key: string;
  /** After this time the call fails instead of waiting longer. */
  patienceMs?: number;
}

/** The limit for the rate of calls to one marketplace, which all processes share. */
export interface Budget {
  /** Resolves when the call may be made. */
  take(turn: Turn): Promise<void>;
  /** Stops the calls of all processes for this time, because the marketplace demanded a pause. */
  pause(milliseconds: number): Promise<void>;
}

/** The access token for a call, and the lane and key of the call in the budget. */
export interface Asker {
  accessToken: string;
  turn: Turn;
}
