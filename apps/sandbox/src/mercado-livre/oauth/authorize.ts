import { hasRepeated } from '#http.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import { html, page } from '#page.ts';
import { type Application, isRegistered } from './application.ts';
import { ticket } from './grants.ts';

/** The authorization that a code represents until it is exchanged. */
export interface Authorization {
  clientId: string;
  userId: number;
  redirectUri: string;
  /**
   * Empty if the request had none. The code is issued anyway, but cannot be exchanged if PKCE is required.
   */
  challenge: string;
  issuedAt: number;
}
export type Codes = Map<string, Authorization>;

const LISTED = 100;

/** Answers `GET /authorization`. */
export function showAuthorization(world: World, request: Request): Response {
  const query = new URL(request.url).searchParams;
  const application = judge(world, query);
  if (application instanceof Response) return application;
  const listed = [...world.sellers.all()].slice(0, LISTED);
  return page(
    'Mercado Livre (simulado)',
    html`
<p><strong>${application.nome}</strong> quer acessar a sua conta. Escolha o vendedor que está entrando; nenhuma senha é pedida aqui.</p>
<form method="post" action="${world.urls.auth}/authorization/decisao?${query.toString()}">
<label>Vendedor
<select name="vendedor">
${listed.map(
  ({ id, nickname, listings }) =>
    html`<option value="${String(id)}">${nickname} (${String(id)}, ${String(listings)} anúncios)</option>`,
)}
</select></label>
<label>Ou o ID de outro vendedor <input name="id" inputmode="numeric" pattern="[0-9]*" autocomplete="off"></label>
<button class="first" name="decisao" value="autorizar">Autorizar</button>
<button name="decisao" value="cancelar" formnovalidate>Cancelar</button>
<button name="decisao" value="colaborador" formnovalidate>Entrar como colaborador</button>
</form>`,
  );
}

/**
 * Answers the form of the authorization page. The form sends the original query again, and the sandbox
 * validates it again, because it stores nothing before the decision.
 */
export async function decide(world: World, codes: Codes, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const application = judge(world, query);
  if (application instanceof Response) return application;

  const form = new URLSearchParams(await request.text());
  const redirectUri = query.get('redirect_uri') ?? '';
  const back = new URL(redirectUri);
  const decision = form.get('decisao');
  if (decision === 'cancelar') {
    back.searchParams.set('error', 'access_denied');
    return sendBack(back, query);
  }
  if (decision === 'colaborador')
    return blocked('invalid_operator_user_id', 'Somente o administrador da conta pode autorizar.');
  const seller = world.sellers.find(Number(form.get('id')?.trim() || form.get('vendedor')));
  if (!seller || decision !== 'autorizar') return blocked('user_not_found', 'Este vendedor não existe.');
  if (isPending(seller))
    return blocked('pending_data', 'Sorry, the application cannot connect to your account.');

  const code = ticket(seller.id);
  world.issued.push(code);
  codes.set(code, {
    clientId: application.id,
    userId: seller.id,
    redirectUri,
    challenge: query.get('code_challenge') ?? '',
    issuedAt: world.clock.now(),
  });
  back.searchParams.set('code', code);
  return sendBack(back, query);
}

const isPending = (seller: Seller) => seller.features.has('dados_pendentes');

function sendBack(back: URL, query: URLSearchParams): Response {
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  return new Response(null, { status: 302, headers: { location: back.href } });
}

/**
 * The application, or a page that explains the error. It does not redirect with the error, because the return
 * address may be forged.
 */
function judge(world: World, query: URLSearchParams): Application | Response {
  const given = (name: string) => query.get(name) ?? '';
  if (hasRepeated(query)) return blocked('invalid_request', 'Há um parâmetro repetido.');
  const application = world.applications.get(given('client_id'));
  if (!application) return blocked('invalid_client', 'client_id');
  if (!isRegistered(application, given('redirect_uri')))
    return blocked('invalid_request', 'your client callback has to match with the redirect_uri param');
  if (application.bloqueada) return blocked('unauthorized_application', 'A aplicação está bloqueada.');
  if (given('response_type') !== 'code') return blocked('unsupported_response_type', 'response_type');
  // The documentation allows `plain` but discourages it, so the stand-in refuses it.
  if (query.has('code_challenge') && given('code_challenge_method') !== 'S256')
    return blocked('invalid_request', 'code_challenge_method');
  if (query.has('code_challenge') && !/^[\w-]{43}$/.test(given('code_challenge')))
    return blocked('invalid_request', 'code_challenge');
  return application;
}

const blocked = (error: string, reason: string) =>
  page(
    'Não foi possível conectar a aplicação à sua conta',
    html`<p><code>${error}</code></p><p>${reason}</p>`,
    400,
  );
