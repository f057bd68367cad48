import { text } from '#http.ts';
import { findCep } from './ceps.ts';

/** Answers `GET /ws/:cep/json/`. The answer for a missing CEP has status 200. */
export function answerViacep(path: string): Response {
  const [, cep] = /^\/ws\/([^/]*)\/json\/?$/.exec(path) ?? [];
  if (cep === undefined) return text(404, 'Not Found');
  if (!/^\d{5}-?\d{3}$/.test(cep))
    return new Response('<h1>Http 400</h1><h3>Verifique a sua URL (Bad Request)</h3>', {
      status: 400,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  const found = findCep(cep.replace('-', ''));
  if (!found) return Response.json({ erro: 'true' });
  const { cidade } = found;
  return Response.json({
    cep: `${found.cep.slice(0, 5)}-${found.cep.slice(5)}`,
    logradouro: found.logradouro,
    complemento: found.complemento,
    unidade: '',
    bairro: found.bairro,
    localidade: cidade.nome,
    uf: cidade.uf,
    estado: cidade.estado,
    regiao: cidade.regiao,
    ibge: cidade.ibge,
    gia: cidade.uf === 'SP' ? '1004' : '',
    ddd: cidade.ddd,
    siafi: cidade.siafi,
  });
}
