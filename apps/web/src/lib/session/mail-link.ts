/**
 * The purpose of an e-mailed link. Its token follows `#`. Browsers do not send that part of an address to a
 * server, so no log records the token.
 */
export type MailLink = 'confirmacao' | 'novo-email' | 'token' | 'convite';
const KINDS: readonly MailLink[] = ['confirmacao', 'novo-email', 'token', 'convite'];

const waiting = new Map<MailLink, string>();

/** Reads a fragment such as `#confirmacao=…`. */
export function readFragment(hash: string): [MailLink, string] | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const kind = KINDS.find((each) => fields.get(each));
  return kind && [kind, fields.get(kind) ?? ''];
}

/**
 * Takes the token from the address and removes it there immediately, so that history, bookmarks and
 * screenshots do not contain it.
 */
export function takeMailLink() {
  const found = readFragment(location.hash);
  if (!found) return;
  waiting.set(...found);
  history.replaceState(history.state, '', location.pathname + location.search);
}

export const mailLink = (kind: MailLink) => waiting.get(kind);

export const forgetMailLink = (kind: MailLink) => void waiting.delete(kind);
