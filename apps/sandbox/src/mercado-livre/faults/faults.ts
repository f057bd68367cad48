import type { Faults } from '#faults.ts';
import { accessDenied, blockedByPolicy, refuse, tooMany, unauthorized } from '#mercado-livre/errors.ts';
import { type Distortion, distort } from './distortions.ts';

/** Faults that replace the answer. The request has no effect. */
const REFUSALS = {
  '401': 'Erro 401: token recusado',
  '403': 'Erro 403: acesso negado',
  '403-politica': 'Erro 403 do PolicyAgent',
  '429': 'Erro 429 em JSON, sem Retry-After',
  '429-retry-after': 'Erro 429 com Retry-After',
  '429-texto': 'Erro 429 em texto',
  '500': 'Erro 500',
  '502': 'Erro 502 com página HTML',
  '503': 'Erro 503 com página HTML',
  '504': 'Erro 504',
  fora: 'A conexão cai, e nada aconteceu',
  redireciona: 'Redireciona para um endereço interno',
} as const;

/** Faults that distort the correct answer. The request has taken effect. */
const DISTORTIONS: Readonly<Record<Distortion, string>> = {
  '206': 'Resposta 206, com partes a menos',
  lento: 'Resposta depois de um minuto',
  gotejamento: 'Um byte por segundo',
  'fora-depois': 'A conexão cai depois do efeito',
  corta: 'A conexão cai no meio da resposta',
  truncado: 'JSON cortado ao meio',
  forma: 'JSON de outra forma',
  'campo-ausente': 'Um campo com outro nome',
  '200-erro': 'Corpo de erro com status 200',
  html: 'Página HTML no lugar de JSON',
  charset: 'Texto em ISO-8859-1',
  grande: 'Resposta grande demais',
  duplicado: 'Entradas repetidas',
  parcial: 'Multiget em parte',
};

type Refusal = keyof typeof REFUSALS;
const KINDS = { ...REFUSALS, ...DISTORTIONS };
export const MERCADO_LIVRE_FAULT_KINDS = Object.keys(KINDS) as (keyof typeof KINDS)[];

export const MERCADO_LIVRE_FAULTS = {
  only: { field: 'rota', label: 'Só para a rota, o vendedor ou os dois (GET /items/bulk 1001000050)' },
  kinds: KINDS,
  hasShare: true,
} as const;

/** Answers the request. A pending fault for the route or the seller replaces or distorts the answer. */
export async function answerWithFaults(
  faults: Faults,
  route: string,
  seller: number | undefined,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  const about = [route, ...(seller === undefined ? [] : [String(seller), `${route} ${seller}`])];
  const kind = faults.take('mercado-livre', MERCADO_LIVRE_FAULT_KINDS, about);
  if (kind === undefined) return answer();
  return isRefusal(kind) ? refusalOf(kind) : distort(kind, await answer());
}

const isRefusal = (kind: keyof typeof KINDS): kind is Refusal => kind in REFUSALS;

function refusalOf(kind: Refusal): Response {
  switch (kind) {
    case '401':
      return unauthorized();
    case '403':
      return accessDenied();
    case '403-politica':
      return blockedByPolicy();
    case '429':
      return tooMany({ retryAfter: false, texto: false }, 1);
    case '429-retry-after':
      return tooMany({ retryAfter: true, texto: false }, 2);
    case '429-texto':
      return tooMany({ retryAfter: false, texto: true }, 1);
    case '500':
      return refuse(500, 'internal_error', 'Internal server error');
    case '502':
      return asPage(502, 'Bad Gateway');
    case '503':
      return asPage(503, 'Service Unavailable');
    case '504':
      return new Response('upstream request timeout', {
        status: 504,
        headers: { 'content-type': 'text/plain' },
      });
    case 'fora':
      return Response.error();
    case 'redireciona':
      return new Response(null, {
        status: 302,
        headers: { location: 'http://169.254.169.254/latest/meta-data/' },
      });
  }
}

const asPage = (status: number, title: string) =>
  new Response(`<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
