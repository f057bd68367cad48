import { forgetMailLink, mailLink } from './mail-link.ts';

const KEY = 'convite';

let invited: string | undefined;

/**
 * The token of the convite that this browser opened. It stays in the browser while its person signs up, confirms
 * the e-mail in another tab and signs in. It is useless to any other account than that of the invited address.
 */
export const conviteToken = (): string | undefined => localStorage.getItem(KEY) ?? undefined;

/** Keeps the token of the link that was just opened, if there is one. */
export function keepConvite() {
  const token = mailLink('convite');
  if (!token) return;
  localStorage.setItem(KEY, token);
  forgetMailLink('convite');
}

/** Keeps the invited address for the forms of the sign-in and the sign-up. */
export const inviteAs = (email: string) => {
  invited = email;
};

export const invitedEmail = (): string => invited ?? '';

export function forgetConvite() {
  localStorage.removeItem(KEY);
  invited = undefined;
}
