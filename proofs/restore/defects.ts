/** The defects of `prove:restore --planted`, and the figure that must find each. */
export const DEFECTS = {
  /** The archive command throws the WAL away and reports success. */
  'archive-lost': { during: "alter system set archive_command = 'true'", by: /commands|missing/ },
  /** The backup leaves the objects out. */
  'objects-not-copied': { isUncopied: true, by: /objects|commands/ },
  /** The restore goes beyond the point. */
  'beyond-the-point': { laterMs: 3000, by: /after the point/ },
  /** The hold is lifted before the product starts. */
  'mail-let-go': { sql: 'delete from recovery.restores', by: /mail/ },
  /** The tokens of the restored moment are taken to be valid. */
  'token-believed': {
    sql: "update mercado_livre_tokens set expires_at = now() + interval '6 hours'",
    by: /contas/,
  },
  /** A row is missing in the restored database. */
  'row-lost': { lost: true, by: /missing/ },
} as const satisfies Record<string, Defect>;

export interface Defect {
  /** A statement that runs as superuser before the load begins. */
  during?: string;
  isUncopied?: boolean;
  laterMs?: number;
  /** A statement that runs in the restored database before the product starts on it. */
  sql?: string;
  lost?: boolean;
  by: RegExp;
}
