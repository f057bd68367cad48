/** What a link in an e-mail is for; its code comes after `#`, where no server and no log sees it. */
export type MailLink = 'confirmacao' | 'novo-email' | 'token';
const KINDS: readonly MailLink[] = ['confirmacao', 'novo-email', 'token'];

const waiting = new Map<MailLink, string>();

/** Reads a fragment such as `#confirmacao=…`. */
export function readFragment(hash: string): [MailLink, string] | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const kind = KINDS.find((each) => fields.get(each));
  return kind && [kind, fields.get(kind) ?? ''];
}

/** Takes the code out of the address at once: neither history, nor a bookmark, nor a screenshot keeps it. */
export function takeMailLink() {
  const found = readFragment(location.hash);
  if (!found) return;
  waiting.set(...found);
  history.replaceState(history.state, '', location.pathname + location.search);
}

export const mailLink = (kind: MailLink) => waiting.get(kind);

export const forgetMailLink = (kind: MailLink) => void waiting.delete(kind);
