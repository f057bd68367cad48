import * as z from 'zod';
import type { IdentityDb } from '#platform/identity-db.ts';
import { defineJob, handle } from '#platform/jobs.ts';
import type { Mail } from '#platform/mail.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import {
  claim,
  type EmailData,
  type EmailRow,
  type LinkKind,
  markSent,
  release,
  setLink,
} from './emails.queries.ts';
import { recordEvent } from './events.ts';
import { type Account, findAccount, findAccountByEmail } from './users.queries.ts';

/** Only the row's id: the link is made when it is sent, so no secret waits in the queue. */
export const sendEmail = defineJob({ name: 'acesso.enviar-email', data: z.object({ id: z.uuid() }) });

interface Parts {
  db: IdentityDb;
  mail: Mail;
  publicUrl: string;
}

const HOUR = 3600;
/** Where a link leads and how long it is good for. The token stands after `#`: browsers send that to nobody. */
const LINKS: Readonly<Record<LinkKind, { path: string; name: string; seconds: number }>> = {
  confirmacao: { path: '/auth/login', name: 'confirmacao', seconds: 24 * HOUR },
  novo_email: { path: '/auth/login', name: 'novo-email', seconds: 24 * HOUR },
  recuperacao: { path: '/auth/recuperar-senha', name: 'token', seconds: HOUR },
};

export const sendEmailHandler = (parts: Parts) =>
  handle(sendEmail, async ({ id }) => {
    const { db } = parts;
    const email = await claim(db, id);
    if (!email) return;
    const account = email.user_id
      ? await findAccount(db, email.user_id, null)
      : await findAccountByEmail(db, email.address, null);
    // An address without an account, or with nothing left to confirm, gets nothing, and nobody learns of it.
    if (account)
      await write(parts, email, account).catch(async (error: unknown) => {
        await release(db, id);
        throw error;
      });
    await markSent(db, id);
  });

async function write({ db, mail, publicUrl }: Parts, email: EmailRow, account: Account): Promise<void> {
  const { id, kind, address: to, data } = email;
  const nome = account.name;
  // Loaded here: only the worker that sends pays for the templates.
  const templates = await import('./emails.templates.ts');
  if (kind === 'aviso') {
    const { tipo = 'entrada', address = '', userAgent = null } = data;
    await mail.send({
      to,
      ...(await templates.aviso({ nome, tipo, address, userAgent, em: email.created_at })),
    });
    return;
  }
  if (kind === 'confirmacao' && account.isVerified) return;
  const { path, name, seconds } = LINKS[kind];
  const token = newToken('pre');
  if (!(await setLink(db, { id, userId: account.userId, tokenHash: hashToken(token), seconds }))) return;
  const link = new URL(`${path}#${name}=${token}`, publicUrl).href;
  await mail.send({ to, ...(await templates[kind]({ link, conta: account.email })) });
  if (kind === 'recuperacao') await recordRequest(db, account.userId, data);
}

/** Here and not where it was asked for: there, nobody may know whether the address has an account. */
const recordRequest = (db: IdentityDb, userId: string, { address = '', userAgent = null }: EmailData) =>
  recordEvent(db, { kind: 'recuperacao_pedida', userId }, { address, userAgent });
