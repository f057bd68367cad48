import type { SendEmail } from '#modules/acesso/emails/emails.job.ts';
import type { IdentityDb } from '#platform/db/identity-db.ts';
import type { Passwords } from '#platform/secrets/passwords.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import type { Limits } from './limits.ts';

/** The services that every route and job about identity needs. */
export interface Acesso {
  db: IdentityDb;
  limits: Limits;
  passwords: Passwords;
  vault: Vault;
  /** Whether this installation refuses common passwords (REFUSE_COMMON_PASSWORDS, ADR 0052). */
  refusesCommonPasswords: boolean;
  /**
   * Enqueues the job that sends an e-mail waiting in `auth.emails`. If the enqueueing fails, a sweep does it
   * within a few minutes.
   */
  sendEmail: SendEmail;
}
