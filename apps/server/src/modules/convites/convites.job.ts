import * as z from 'zod';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import { isRefusedForGood, type Mail } from '#platform/outside/mail.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { giveUpEnvio, setEnvio, setLink } from './convites.queries.ts';

/**
 * Sends the e-mail of a convite. This kind has its own workers, of which one empresa uses at most one, so that convites
 * delay no e-mail of a sign-in. The worker creates the link when it sends, so the queue never holds a secret.
 */
export const sendConvite = defineJob({
  name: 'convites.enviar',
  data: z.object({ empresa_id: z.uuid(), id: z.uuid() }),
  lane: 'watched',
  outside: 'mail',
  perEmpresa: 1,
});

interface Parts {
  db: Database;
  mail: Mail;
  publicUrl: string;
}

export function convitesHandler({ db, mail, publicUrl }: Parts) {
  async function send(empresaId: string, id: string): Promise<void> {
    const access = systemAccess(empresaId);
    const token = newToken('pre');
    const tokenHash = hashToken(token);
    const letter = await db.write(access, (tx) => setLink(tx, id, tokenHash));
    if (!letter) return;
    // Loaded here because only the worker that sends e-mails needs the templates.
    const { convite } = await import('#modules/acesso/emails/empresa.templates.ts');
    const link = new URL(`/auth/convite#convite=${token}`, publicUrl).href;
    const isSent = await mail.send({ to: letter.email, ...(await convite({ ...letter, link })) }).then(
      () => true,
      (error: unknown) => {
        if (isRefusedForGood(error)) return false;
        throw error;
      },
    );
    await db.write(access, (tx) => setEnvio(tx, id, tokenHash, isSent ? 'enviado' : 'devolvido'));
  }

  return handle(
    sendConvite,
    ({ empresa_id, id }) => send(empresa_id, id),
    async ({ empresa_id, id }) => {
      await db.write(systemAccess(empresa_id), (tx) => giveUpEnvio(tx, id));
    },
  );
}
