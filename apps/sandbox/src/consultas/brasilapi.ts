import { text } from '#http.ts';
import { findCep } from './ceps.ts';
import { findEmpresa, hasRightDigits } from './empresas.ts';
import { registryEntry } from './minha-receita.ts';

/**
 * Answers `GET /api/cep/v1/:cep`, `/api/cep/v2/:cep` and `/api/cnpj/v1/:cnpj`. Like the real edge server, it
 * refuses a caller without a User-Agent of its own.
 */
export function answerBrasilapi(path: string, request: Request): Response {
  const caller = request.headers.get('user-agent') ?? '';
  if (caller === '' || caller === 'node') return mitigate(caller === '' ? 429 : 403);
  const [, kind, version = '', numero = ''] = /^\/api\/(cep|cnpj)\/(v\d)\/(.*)$/.exec(path) ?? [];
  if (kind === 'cep' && ['v1', 'v2'].includes(version)) return answerCep(numero, version);
  if (kind === 'cnpj' && version === 'v1') return answerCnpj(decodeURIComponent(numero));
  return text(404, 'This page could not be found.');
}

const mitigate = (status: 403 | 429) =>
  new Response('Forbidden', {
    status,
    headers: { 'content-type': 'text/plain', 'x-vercel-mitigated': 'deny' },
  });

function answerCep(cep: string, version: string): Response {
  if (!/^\d{5}-?\d{3}$/.test(cep)) {
    const message = 'CEP deve conter exatamente 8 caracteres.';
    return refuseCep(400, message, 'validation_error', [{ message, service: 'cep_validation' }]);
  }
  const found = findCep(cep.replace('-', ''));
  if (!found)
    return refuseCep(
      404,
      'Todos os serviços de CEP retornaram erro.',
      'service_error',
      ['open-cep', 'viacep'].map((service) => ({
        name: 'ServiceError',
        message: `CEP não encontrado na base do ${service}.`,
        service,
      })),
    );
  const { cidade } = found;
  return Response.json({
    cep: found.cep,
    state: cidade.uf,
    city: cidade.nome,
    neighborhood: version === 'v2' ? found.bairro || null : found.bairro,
    street: version === 'v2' ? found.logradouro || null : found.logradouro,
    service: 'open-cep',
    ibge: { city: cidade.ibge, state: cidade.ibge.slice(0, 2) },
    ...(version === 'v2' && {
      timezoneName: 'America/Sao_Paulo',
      location: { type: 'Point', coordinates: {} },
    }),
  });
}

const refuseCep = (status: number, message: string, type: string, errors: object[]) =>
  Response.json({ name: 'CepPromiseError', message, type, errors }, { status });

/** BrasilAPI is a thin proxy of Minha Receita, but validates the check digits itself. */
function answerCnpj(given: string): Response {
  const cnpj = given.replaceAll(/[./-]/g, '');
  if (!hasRightDigits(cnpj))
    return Response.json(
      { message: `CNPJ ${given} inválido.`, type: 'bad_request', name: 'BadRequestError' },
      { status: 400 },
    );
  const found = findEmpresa(cnpj);
  if (!found)
    return Response.json(
      { message: `CNPJ ${given} não encontrado.`, type: 'not_found', name: 'NotFoundError' },
      { status: 404 },
    );
  return Response.json(registryEntry(found));
}
