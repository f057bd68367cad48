import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';
import { recordEvent } from '#modules/acesso/events.queries.ts';
import { groupOf } from '#modules/acesso/limits.ts';
import { type Account, findAccount, findAccountByEmail } from '#modules/acesso/users.queries.ts';
import type { IdentityDb } from '#platform/db/identity-db.ts';
import { defineJob, handle, type Jobs } from '#platform/jobs/jobs.ts';
import type { Mail } from '#platform/outside/mail.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import {
  claim,
  type EmailData,
  type EmailRow,
  type LinkKind,
  markSent,
  release,
  setLink,
} from './emails.queries.ts';

/**
 * The job carries only the row's id. The worker creates the link when it sends, so the queue never holds a
 * secret.
 */
const data = z.object({ id: z.uuid() });

/** Sends e-mails for sign-ups, for known browsers and for signed-in users. */
export const sendEmail = defineJob({ name: 'acesso.enviar-email', data, lane: 'urgent', outside: 'mail' });

/**
 * Sends e-mails requested without a session from an unknown browser. This kind has separate workers, and each
 * network uses at most one of them.
 */
export const sendStrangersEmail = defineJob({
  name: 'acesso.enviar-email-a-estranho',
  data,
  lane: 'watched',
  outside: 'mail',
  perEmpresa: 1,
});

/** The origin of a request for an e-mail that comes from an unknown browser without a session. */
export interface Asker {
  address: string;
  /** Whether the e-mail belongs to a sign-up. Such an e-mail is urgent, because there is one per account. */
  isSigningUp?: boolean;
}

export type SendEmail = (id: string, asker?: Asker) => Promise<void>;

/**
 * Enqueues the job of an e-mail whose row is already committed. If the queue is unreachable, the sweep
 * enqueues the job later.
 */
export const openEmailSender =
  ({ jobs, log }: { jobs: Pick<Jobs, 'enqueueGlobal'>; log: FastifyBaseLogger }): SendEmail =>
  (id, asker) =>
    jobs
      .enqueueGlobal(
        asker && !asker.isSigningUp ? sendStrangersEmail : sendEmail,
        { id },
        asker && groupOf(asker.address),
      )
      .catch((err: unknown) => log.warn({ err }, 'e-mail not announced'));

interface Parts {
  db: IdentityDb;
  mail: Mail;
  publicUrl: string;
}

const HOUR = 3600;
/**
 * The page that a link leads to, and how long the link is valid. The token is in the fragment, which browsers
 * send to no server.
 */
const LINKS: Readonly<Record<LinkKind, { path: string; name: string; seconds: number }>> = {
  confirmacao: { path: '/auth/login', name: 'confirmacao', seconds: 24 * HOUR },
  novo_email: { path: '/auth/login', name: 'novo-email', seconds: 24 * HOUR },
  recuperacao: { path: '/auth/recuperar-senha', name: 'token', seconds: HOUR },
};

export const emailHandlers = (parts: Parts) => [
  handle(sendEmail, ({ id }) => send(parts, id)),
  handle(sendStrangersEmail, ({ id }) => send(parts, id)),
];

async function send(parts: Parts, id: string): Promise<void> {
  const { db } = parts;
  const email = await claim(db, id);
  if (!email) return;
  const account = email.user_id
    ? await findAccount(db, email.user_id, null)
    : await findAccountByEmail(db, email.address, null);
  // An address without an account, or with nothing to confirm, gets no e-mail. The requester does not learn
  // this.
  if (account)
    await write(parts, email, account).catch(async (error: unknown) => {
      await release(db, id);
      throw error;
    });
  await markSent(db, id);
}

async function write({ db, mail, publicUrl }: Parts, email: EmailRow, account: Account): Promise<void> {
  const { id, kind, address: to, data } = email;
  const nome = account.name;
  // Loaded here because only the worker that sends e-mails needs the templates.
  if (kind === 'aviso') {
    const { aviso } = await import('./avisos.templates.ts');
    const { tipo = 'entrada', address = '', userAgent = null } = data;
    await mail.send({
      to,
      ...(await aviso({ nome, tipo, address, userAgent, em: email.created_at })),
    });
    return;
  }
  if (kind === 'confirmacao' && account.isVerified) return;
  const { path, name, seconds } = LINKS[kind];
  const token = newToken('pre');
  if (!(await setLink(db, { id, userId: account.userId, tokenHash: hashToken(token), seconds }))) return;
  const link = new URL(`${path}#${name}=${token}`, publicUrl).href;
  const templates = await import('./emails.templates.ts');
  await mail.send({ to, ...(await templates[kind]({ link, conta: account.email })) });
  if (kind === 'recuperacao') await recordRequest(db, account.userId, data);
}

/**
 * The worker records the event, because the response to the request must not reveal whether the address has
 * an account.
 */
const recordRequest = (db: IdentityDb, userId: string, { address = '', userAgent = null }: EmailData) =>
  recordEvent(db, { kind: 'recuperacao_pedida', userId }, { address, userAgent });
