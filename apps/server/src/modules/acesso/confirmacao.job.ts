import { createEmailVerificationToken } from 'better-auth/api';
import * as z from 'zod';
import { defineJob, handle } from '#platform/jobs.ts';
import type { Mail } from '#platform/mail.ts';
import { type Auth, CONFIRMATION_SECONDS } from './auth.ts';

/** Only the user's id: the link is made when it is sent, so no secret waits in the queue. */
export const sendConfirmacao = defineJob({
  name: 'acesso.enviar-confirmacao',
  data: z.object({ user_id: z.uuid() }),
});

interface Parts {
  auth: Auth;
  mail: Mail;
  secret: string;
  publicUrl: string;
}

export const sendConfirmacaoHandler = ({ auth, mail, secret, publicUrl }: Parts) =>
  handle(sendConfirmacao, async ({ user_id }) => {
    const { internalAdapter } = await auth.context;
    const user = await internalAdapter.findUserById(user_id);
    // Announced inside the sign-up's transaction: it may not have committed yet, and the queue tries again.
    if (!user) throw new Error('the user is not there yet');
    if (user.emailVerified) return;
    const token = await createEmailVerificationToken(secret, user.email, undefined, CONFIRMATION_SECONDS);
    const link = new URL('/auth/login', publicUrl);
    link.searchParams.set('confirmacao', token);
    // Loaded here: only the worker that sends pays for the templates.
    const { confirmacaoEmail } = await import('./confirmacao.email.ts');
    await mail.send({ to: user.email, ...(await confirmacaoEmail({ nome: user.name, link: link.href })) });
  });
