import { createHash, randomBytes } from 'node:crypto';
import { hasRepeated, seeOther } from '#http.ts';
import { html, page } from '#page.ts';
import { GOOGLE_CLIENT, isRegistered } from './google-client.ts';
import type { Codes, Google } from './state.ts';

const DEMO = { email: 'demo@prumo.local', nome: 'Helena Prado' };

export function showAuthorize(google: Google, request: Request): Response {
  const query = new URL(request.url).searchParams;
  const reason = reasonToRefuse(google, query);
  if (reason !== undefined) return refuse(reason);
  return page(
    'Entrar com Google (simulado)',
    html`
<p>Escolha com que conta voltar ao Prumo. Nenhuma senha é pedida aqui.</p>
<form method="post" action="${google.issuer}/authorize/decisao?${query.toString()}">
<label>Email <input name="email" type="email" autocomplete="off" required value="${query.get('login_hint') || DEMO.email}"></label>
<label>Nome <input name="nome" autocomplete="off" required value="${DEMO.nome}"></label>
<label><input name="verificado" type="checkbox" checked> Email verificado</label>
<button class="first" name="decisao" value="continuar">Continuar</button>
<button name="decisao" value="cancelar" formnovalidate>Cancelar</button>
</form>`,
  );
}

/**
 * Answers the form of the sign-in page. The form sends the original query again, and the sandbox validates it
 * again, because it stores nothing before the decision.
 */
export async function decide(google: Google, codes: Codes, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const reason = reasonToRefuse(google, query);
  if (reason !== undefined) return refuse(reason);

  const form = new URLSearchParams(await request.text());
  const back = new URL(query.get('redirect_uri') ?? '');
  back.searchParams.set('state', query.get('state') ?? '');
  back.searchParams.set('iss', google.issuer);
  if (form.get('decisao') !== 'continuar') {
    back.searchParams.set('error', 'access_denied');
    return seeOther(back.href);
  }
  const email = form.get('email')?.trim() ?? '';
  if (!email.includes('@')) return refuse('email');
  const code = randomBytes(32).toString('base64url');
  codes.set(code, {
    redirectUri: query.get('redirect_uri') ?? '',
    challenge: query.get('code_challenge') ?? '',
    nonce: query.get('nonce') ?? '',
    issuedAt: Date.now(),
    person: {
      sub: form.get('sub') || subOf(email),
      email,
      name: form.get('nome') || DEMO.nome,
      verified: form.has('verificado'),
    },
  });
  back.searchParams.set('code', code);
  return seeOther(back.href);
}

/** The name of the first invalid parameter. */
function reasonToRefuse(google: Google, query: URLSearchParams): string | undefined {
  const given = (name: string) => query.get(name) ?? '';
  if (hasRepeated(query)) return 'parâmetro repetido';
  if (given('client_id') !== GOOGLE_CLIENT.id) return 'client_id';
  if (!isRegistered(given('redirect_uri'), google.redirectUris)) return 'redirect_uri';
  if (given('response_type') !== 'code') return 'response_type';
  if (!given('scope').split(' ').includes('openid')) return 'scope';
  if (given('code_challenge_method') !== 'S256') return 'code_challenge_method';
  if (!/^[\w-]{43}$/.test(given('code_challenge'))) return 'code_challenge';
  return ['state', 'nonce'].find((name) => given(name) === '');
}

/**
 * Shows the person a page, as Google does. It does not redirect, because the return address may be forged.
 */
const refuse = (reason: string) =>
  page('Acesso bloqueado', html`<p>O pedido não é válido: <code>${reason}</code>.</p>`, 400);

/** The account id of an email, always the same. It has 21 digits, like an id of Google. */
function subOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest();
  return `1${digest.readBigUInt64BE().toString().padStart(20, '0')}`;
}
