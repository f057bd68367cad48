import * as z from 'zod';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import { isRefusedForGood, type Mail } from '#platform/outside/mail.ts';
import { selectLetter, setEnvio } from './lembretes.queries.ts';

/** Sends the e-mail that reminds a membro to turn two-step verification on. One empresa uses one worker at a time. */
export const sendLembrete = defineJob({
  name: 'equipe.lembrar',
  data: z.object({ empresa_id: z.uuid(), user_id: z.uuid() }),
  lane: 'watched',
  outside: 'mail',
  perEmpresa: 1,
});

interface Parts {
  db: Database;
  mail: Mail;
  publicUrl: string;
}

export function lembretesHandler({ db, mail, publicUrl }: Parts) {
  async function send(empresaId: string, userId: string): Promise<void> {
    const access = systemAccess(empresaId);
    const letter = await db.read(access, (tx) => selectLetter(tx, userId));
    if (!letter) return;
    // Loaded here because only the worker that sends e-mails needs the templates.
    const { lembrete } = await import('#modules/acesso/emails/empresa.templates.ts');
    const link = new URL(`/perfil?empresa=${empresaId}`, publicUrl).href;
    const message = await lembrete({ ...letter, prazo: new Date(letter.prazo), link });
    const isSent = await mail.send({ to: letter.email, ...message }).then(
      () => true,
      (error: unknown) => {
        if (isRefusedForGood(error)) return false;
        throw error;
      },
    );
    await db.write(access, (tx) => setEnvio(tx, userId, isSent ? 'enviado' : 'devolvido'));
  }

  return handle(
    sendLembrete,
    ({ empresa_id, user_id }) => send(empresa_id, user_id),
    async ({ empresa_id, user_id }) => {
      await db.write(systemAccess(empresa_id), (tx) => setEnvio(tx, user_id, 'devolvido'));
    },
  );
}
