/**
 * The number of places of each gate, derived from the connections of one process. Every number is at least 1,
 * so that the smallest pool works too.
 */
export interface Places {
  /** All tasks of empresas together. The rest of the pool answers which empresa a session belongs to. */
  tenants: number;
  /**
   * The expensive tasks of empresas: searches, summaries and heavy calls. The number is lower than `tenants`,
   * so that cheap reads and writes always find a place.
   */
  expensive: number;
  /** Tasks that read many rows of an empresa, such as cards and analyses. */
  summary: number;
  /** Tasks of routes that handle files or call outside services. */
  heavy: number;
  /** Session lookups. */
  sessions: number;
}

export function placesOf(pool: number): Places {
  const tenants = Math.max(1, pool - 2);
  return {
    tenants,
    expensive: Math.max(1, tenants - 2),
    summary: Math.max(1, Math.floor((tenants * 3) / 8)),
    heavy: Math.max(1, Math.floor((tenants * 3) / 8)),
    sessions: Math.max(1, Math.min(2, pool - tenants)),
  };
}
