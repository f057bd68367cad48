import { confirmacoes } from '@prumo/contract/acesso.ts';
import { call } from '#lib/api.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '#lib/notify.ts';
import { forgetMailLink, mailLink } from '#lib/session/mail-link.ts';
import { currentSession, refreshSession } from '#lib/session/session.ts';
import { linkRefusal } from './link-refusal.ts';

let confirming: Promise<void> | undefined;

/**
 * The token of a link that is not enough proof by itself (ADR 0048). It takes effect once its owner has
 * signed in.
 */
let unproven: { tipo: 'cadastro' | 'novo_email'; token: string } | undefined;

/** The token that confirms the sign-up when it is sent together with the password. */
export const unprovenSignUp = () => (unproven?.tipo === 'cadastro' ? unproven.token : undefined);

export function forgetUnprovenSignUp() {
  if (unproven?.tipo === 'cadastro') unproven = undefined;
}

/** Uses the token of the opened link once. A second caller waits for the first. */
export function confirmEmail(): Promise<void> {
  const token = mailLink('confirmacao') ?? mailLink('novo-email') ?? unprovenNewEmail();
  if (!token) return confirming ?? Promise.resolve();
  forgetMailLink('confirmacao');
  forgetMailLink('novo-email');
  unproven = undefined;
  confirming = confirm(token);
  return confirming;
}

const unprovenNewEmail = () =>
  unproven?.tipo === 'novo_email' && currentSession().user !== null ? unproven.token : undefined;

async function confirm(token: string): Promise<void> {
  try {
    const { tipo, email, confirmado } = await call(confirmacoes.create, { body: { token } });
    if (!confirmado) {
      unproven = { tipo, token };
      return void notifyWarning('Falta um passo', NEXT_STEP[tipo]);
    }
    const isSignedIn = currentSession().user !== null;
    if (isSignedIn) await refreshSession();
    if (tipo === 'cadastro') notifySuccess('Email confirmado', isSignedIn ? undefined : 'Agora é só entrar.');
    else notifySuccess('Email alterado', isSignedIn ? changed(email) : `Agora entre com ${email}.`);
  } catch (error) {
    notifyFailure('Erro ao confirmar email', linkRefusal(error), error);
  }
}

const NEXT_STEP = {
  cadastro:
    'Entre com a senha que você criou no cadastro para confirmar o email. Não foi você? Use “Esqueceu a senha?”.',
  novo_email: 'Entre na conta que pediu o novo email para confirmar a troca.',
};

/** The link may belong to another account than the signed-in one. Only the e-mail of the session tells them apart. */
const changed = (email: string) =>
  currentSession().user?.email === email
    ? `Agora você entra com ${email}.`
    : `A conta agora entra com ${email}.`;
