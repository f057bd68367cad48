import { findCep } from './ceps.ts';

/**
 * Answers `GET /v1/:cep`. The service consists of static files, so a missing CEP gives the 404 page of its
 * host.
 */
export function answerOpencep(path: string): Response {
  const [, cep = ''] = /^\/v1\/(\d{5}-?\d{3})(?:\.json)?$/.exec(path) ?? [];
  const found = findCep(cep.replace('-', ''));
  if (!found)
    return new Response('<!doctype html><title>404: Not Found</title>', {
      status: 404,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  return Response.json({
    cep: `${found.cep.slice(0, 5)}-${found.cep.slice(5)}`,
    logradouro: found.logradouro,
    complemento: found.complemento,
    bairro: found.bairro,
    localidade: found.cidade.nome,
    uf: found.cidade.uf,
    ibge: found.cidade.ibge,
  });
}
