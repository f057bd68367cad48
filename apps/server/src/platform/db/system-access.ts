import type { Access } from './db.ts';
import { SYSTEM_USER } from './history.ts';

/** The access of a job that works for an empresa on behalf of no person. */
export const systemAccess = (empresaId: string): Access => ({
  sessionHash: null,
  empresaId,
  userId: SYSTEM_USER,
});

/** The same for a job that an empresa needs until its deletion. */
export const lastingAccess = (empresaId: string): Access => ({
  ...systemAccess(empresaId),
  evenExcluding: true,
});
