import { afterAll, describe, expect, test } from 'vitest';
import { startSandbox } from '#sandbox.ts';
import { aCep, aMissingCep } from './ceps.ts';
import { aCnpj, aMissingCnpj, hasRightDigits } from './empresas.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);

const ask = (path: string, headers: Record<string, string> = { 'user-agent': 'Teste/1.0' }) =>
  fetch(`${sandbox.url}${path}`, { headers, redirect: 'manual' });
const read = async (path: string) => {
  const response = await ask(path);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const inject = (body: object) =>
  fetch(`${sandbox.url}/_falhas`, { method: 'POST', body: JSON.stringify(body) });

const CEP_PATHS = {
  viacep: (cep: string) => `/viacep/ws/${cep}/json/`,
  brasilapi: (cep: string) => `/brasilapi/api/cep/v1/${cep}`,
  opencep: (cep: string) => `/opencep/v1/${cep}`,
};
const CNPJ_PATHS = {
  brasilapi: (cnpj: string) => `/brasilapi/api/cnpj/v1/${cnpj}`,
  minhareceita: (cnpj: string) => `/minhareceita/${cnpj}`,
  opencnpj: (cnpj: string) => `/opencnpj/${cnpj}`,
};

describe('all services give the same data', () => {
  test.each(['01001000', '87360000', aCep(3), aCep(999_999)])('about CEP %s', async (cep) => {
    const { body: viacep } = await read(CEP_PATHS.viacep(cep));
    const { body: brasilapi } = await read(CEP_PATHS.brasilapi(cep));
    const { body: opencep } = await read(CEP_PATHS.opencep(cep));
    expect(brasilapi).toMatchObject({
      cep,
      street: viacep['logradouro'],
      neighborhood: viacep['bairro'],
      city: viacep['localidade'],
      state: viacep['uf'],
    });
    expect(viacep).toMatchObject(opencep);
  });

  test.each(['19131243000197', '12ABC34501DE35', aCnpj(5)])('about CNPJ %s', async (cnpj) => {
    const { body: brasilapi } = await read(CNPJ_PATHS.brasilapi(cnpj));
    const { body: minhareceita } = await read(CNPJ_PATHS.minhareceita(cnpj));
    const { body: opencnpj } = await read(CNPJ_PATHS.opencnpj(cnpj));
    expect(brasilapi).toEqual(minhareceita);
    expect(brasilapi).toMatchObject({
      cnpj,
      razao_social: opencnpj['razao_social'],
      cep: opencnpj['cep'],
      municipio: opencnpj['municipio'],
      email: null,
    });
    expect(opencnpj['email']).not.toBeNull();
  });

  test('each service reports a missing number in its own way', async () => {
    const cep = aMissingCep(1);
    const cnpj = aMissingCnpj(1);
    expect(await read(CEP_PATHS.viacep(cep))).toEqual({ status: 200, body: { erro: 'true' } });
    expect(await read(CEP_PATHS.brasilapi(cep))).toMatchObject({
      status: 404,
      body: { name: 'CepPromiseError', type: 'service_error' },
    });
    expect((await ask(CEP_PATHS.opencep(cep))).status).toBe(404);
    expect(await read(CNPJ_PATHS.brasilapi(cnpj))).toMatchObject({
      status: 404,
      body: { type: 'not_found' },
    });
    expect(await read(CNPJ_PATHS.minhareceita(cnpj))).toEqual({
      status: 404,
      body: { message: `CNPJ ${cnpj} não encontrado.` },
    });
    expect(await read(CNPJ_PATHS.opencnpj(cnpj))).toEqual({ status: 404, body: { error: 'not found' } });
  });
});

test('generated numbers are all different, and generated CNPJs have correct digits', () => {
  const several = Array.from({ length: 5000 }, (_, n) => n * 199);
  expect(new Set(several.map(aCep)).size).toBe(5000);
  expect(new Set(several.map(aCnpj)).size).toBe(5000);
  expect(several.map(aCnpj).every(hasRightDigits)).toBe(true);
});

describe('each service has its own rules', () => {
  test('BrasilAPI refuses callers without a User-Agent of their own', async () => {
    const refused = await ask(CEP_PATHS.brasilapi('01001000'), { 'user-agent': 'node' });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('x-vercel-mitigated')).toBe('deny');
    expect((await ask(CEP_PATHS.brasilapi('01001000'), { 'user-agent': '' })).status).toBe(429);
  });

  test('BrasilAPI and Minha Receita check the digits of a CNPJ, OpenCNPJ does not', async () => {
    const wrong = '19131243000198';
    expect((await ask(CNPJ_PATHS.brasilapi(wrong))).status).toBe(400);
    expect((await ask(CNPJ_PATHS.minhareceita(wrong))).status).toBe(400);
    expect((await ask(CNPJ_PATHS.opencnpj(wrong))).status).toBe(200);
  });

  test('Minha Receita drops lower-case letters, OpenCNPJ accepts them', async () => {
    expect((await ask(CNPJ_PATHS.minhareceita('12abc34501de35'))).status).toBe(400);
    expect((await ask(CNPJ_PATHS.opencnpj('12abc34501de35'))).status).toBe(200);
  });
});

describe('faults', () => {
  const about = async (kind: string, numero: string) => {
    expect((await inject({ viacep: kind, numero })).status).toBe(204);
    return ask(CEP_PATHS.viacep(numero));
  };

  test('each kind of fault breaks one answer, and the next answer is correct', async () => {
    await expect(about('fora', aCep(10))).rejects.toThrow('fetch failed');
    expect((await about('403', aCep(11))).status).toBe(403);
    expect((await about('429', aCep(12))).status).toBe(429);
    expect((await about('500', aCep(13))).status).toBe(500);
    expect((await about('html', aCep(14))).headers.get('content-type')).toContain('text/html');
    await expect((await about('truncado', aCep(15))).json()).rejects.toThrow(SyntaxError);
    expect(await (await about('forma', aCep(16))).json()).not.toHaveProperty('localidade');
    expect(await (await about('erro-texto', aCep(17))).json()).toEqual({ erro: 'true' });
    expect(await (await about('erro-booleano', aCep(18))).json()).toEqual({ erro: true });
    expect((await (await about('grande', aCep(19))).text()).length).toBeGreaterThan(4_000_000);
    expect((await about('redireciona', aCep(20))).status).toBe(302);
    expect(await read(CEP_PATHS.viacep(aCep(20)))).toMatchObject({ status: 200 });
  });

  test('a fault affects only its service and the number it is limited to', async () => {
    expect((await inject({ brasilapi: '500', numero: '12ABC34501DE35', vezes: 1000 })).status).toBe(204);
    expect((await ask(CNPJ_PATHS.brasilapi('12ABC34501DE35'))).status).toBe(500);
    expect((await ask(CNPJ_PATHS.brasilapi('19131243000197'))).status).toBe(200);
    expect((await ask(CNPJ_PATHS.minhareceita('12ABC34501DE35'))).status).toBe(200);
    expect((await inject({ viacep: '500', email: 'ana@exemplo.com.br' })).status).toBe(400);
    expect((await inject({ viacep: '500', opencep: '500' })).status).toBe(400);
  });

  test('a pending late answer does not keep the sandbox from stopping', async () => {
    const other = await startSandbox({ port: 0 });
    await fetch(`${other.url}/_falhas`, { method: 'POST', body: JSON.stringify({ opencep: 'lento' }) });
    const late = fetch(`${other.url}${CEP_PATHS.opencep('01001000')}`).then(
      () => 'answered',
      () => 'cut off',
    );
    // The list of faults is empty once the request has arrived.
    await expect.poll(async () => (await fetch(other.url)).text()).toContain('Nenhuma falha à espera');
    await other.stop();
    expect(await late).toBe('cut off');
  });
});

test('the journal lists each request with its user agent', async () => {
  const cep = aCep(77);
  await ask(CEP_PATHS.opencep(cep), { 'user-agent': 'Prumo/1.0' });
  const asked = (await (await ask('/_pedidos')).json()) as Record<
    string,
    { total: number; ultimos: { caminho: string; user_agent: string }[] }
  >;
  expect(asked['opencep']?.ultimos.at(-1)).toMatchObject({
    caminho: `/opencep/v1/${cep}`,
    user_agent: 'Prumo/1.0',
  });
  expect(asked['opencep']?.total).toBeGreaterThan(0);
});

test('the home page names every service', async () => {
  const page = await (await ask('/')).text();
  for (const service of [...Object.keys(CEP_PATHS), ...Object.keys(CNPJ_PATHS)])
    expect(page).toContain(service);
});
