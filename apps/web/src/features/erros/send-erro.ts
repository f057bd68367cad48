import { erros } from '@prumo/contract/erros.ts';
import { erroOf, type Seen } from './erro-of.ts';

/** A page that fails in a loop must not send for ever. */
const MAX_PER_PAGE = 10;
const sent = new Set<string>();

/** Sends an error once for each page. It uses no `call`, because the page ignores the answer and every refusal. */
export async function sendErro(seen: Pick<Seen, 'origem' | 'error' | 'tela'>): Promise<void> {
  const release = Number(document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content) || null;
  const erro = erroOf({ ...seen, release, origin: location.origin });
  if (!erro) return;
  const key = JSON.stringify([erro.nome, erro.mensagem, erro.pilha[0]]);
  if (sent.has(key) || sent.size >= MAX_PER_PAGE) return;
  sent.add(key);
  const { body } = await fetch(erros.create.url, {
    method: erros.create.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(erro),
    credentials: 'same-origin',
    // The page may be on its way out.
    keepalive: true,
  });
  // An unread answer would keep its connection.
  await body?.cancel();
}
