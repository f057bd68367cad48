import { setTimeout as sleep } from 'node:timers/promises';

/** Ways in which lookup services are known to fail. A large `vezes` keeps a fault until it is removed. */
const KINDS = {
  fora: 'Fora do ar: a conexão cai',
  lento: 'Resposta depois de 30 s',
  '403': 'Erro 403 com uma página de desafio',
  '429': 'Erro 429: pedidos demais',
  '500': 'Erro 500',
  html: 'Página HTML no lugar de JSON',
  truncado: 'JSON cortado ao meio',
  forma: 'JSON de outra forma',
  'erro-texto': '{"erro":"true"}',
  'erro-booleano': '{"erro":true}',
  grande: 'Resposta grande demais',
  redireciona: 'Redireciona para outro endereço',
} as const satisfies Record<string, string>;

type LookupFault = keyof typeof KINDS;
export const LOOKUP_FAULT_KINDS = Object.keys(KINDS) as LookupFault[];

const entry = { only: { field: 'numero', label: 'Só para o CEP ou CNPJ, sem pontuação' }, kinds: KINDS };
export const LOOKUP_FAULTS = {
  viacep: entry,
  brasilapi: entry,
  opencep: entry,
  minhareceita: entry,
  opencnpj: entry,
};

const LATE_MS = 30_000;
const LARGE = 4 * 1024 * 1024;

/** The faulty answer that replaces `right`, the correct answer. */
export async function answerWrongly(kind: LookupFault, right: Response): Promise<Response> {
  switch (kind) {
    case 'fora':
      return Response.error();
    case 'lento':
      // Without `ref: false` the timer would keep the process alive after `stop`.
      await sleep(LATE_MS, undefined, { ref: false });
      return right;
    case '403':
      return asPage(403, 'Just a moment...', { 'cf-mitigated': 'challenge' });
    case '429':
      return new Response('Too Many Requests', { status: 429, headers: { 'retry-after': '60' } });
    case '500':
      return Response.json({ message: 'Erro interno.', type: 'internal_error' }, { status: 500 });
    case 'html':
      return asPage(200, 'Em manutenção');
    case 'truncado':
      return new Response((await right.text()).slice(0, -12), {
        headers: { 'content-type': 'application/json' },
      });
    case 'forma':
      return Response.json({ status: 'ok', data: [{ cep: 1001000, razao_social: null }] });
    case 'erro-texto':
      return Response.json({ erro: 'true' });
    case 'erro-booleano':
      return Response.json({ erro: true });
    case 'grande':
      return new Response(`${await right.text()}${' '.repeat(LARGE)}`, {
        headers: { 'content-type': 'application/json' },
      });
    case 'redireciona':
      return new Response(null, { status: 302, headers: { location: '/_redirecionado' } });
  }
}

const asPage = (status: number, title: string, headers: Record<string, string> = {}) =>
  new Response(`<!doctype html><html><head><title>${title}</title></head><body></body></html>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  });
