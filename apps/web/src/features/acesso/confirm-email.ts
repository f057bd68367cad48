import { confirmacoes } from '@prumo/contract/acesso.ts';
import { call } from '#lib/api.ts';
import { forgetMailLink, mailLink } from '#lib/mail-link.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.tsx';
import { currentSession, refreshSession } from '#lib/session.ts';
import { linkRefusal } from './link-refusal.ts';

let confirming: Promise<void> | undefined;

/** Uses the code of the link somebody came with, once; a second caller waits for the first. */
export function confirmEmail(): Promise<void> {
  const token = mailLink('confirmacao') ?? mailLink('novo-email');
  if (!token) return confirming ?? Promise.resolve();
  forgetMailLink('confirmacao');
  forgetMailLink('novo-email');
  confirming = confirm(token);
  return confirming;
}

async function confirm(token: string): Promise<void> {
  try {
    const { tipo, email } = await call(confirmacoes.create, { body: { token } });
    const isSignedIn = currentSession().user !== null;
    if (isSignedIn) await refreshSession();
    if (tipo === 'cadastro') notifySuccess('Email confirmado', isSignedIn ? undefined : 'Agora é só entrar.');
    else notifySuccess('Email alterado', isSignedIn ? changed(email) : `Agora entre com ${email}.`);
  } catch (error) {
    notifyFailure('Erro ao confirmar email', linkRefusal(error), error);
  }
}

/** The link may be of another account than the one signed in here: only the session's own email tells. */
const changed = (email: string) =>
  currentSession().user?.email === email
    ? `Agora você entra com ${email}.`
    : `A conta agora entra com ${email}.`;
