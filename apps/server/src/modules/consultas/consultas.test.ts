import { aCep, aMissingCep } from '@prumo/sandbox/consultas/ceps.ts';
import { aCnpj, aMissingCnpj } from '@prumo/sandbox/consultas/empresas.ts';
import { LOOKUP_FAULT_KINDS } from '@prumo/sandbox/consultas/lookup-faults.ts';
import { startSandbox } from '@prumo/sandbox/sandbox.ts';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { testApp } from '#testing/test-app.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(sandbox.stop);
const settings = {
  VIACEP_URL: `${sandbox.url}/viacep`,
  BRASILAPI_URL: `${sandbox.url}/brasilapi`,
  OPENCEP_URL: `${sandbox.url}/opencep`,
  MINHA_RECEITA_URL: `${sandbox.url}/minhareceita`,
  OPENCNPJ_URL: `${sandbox.url}/opencnpj`,
};
const { anEmpresa, stranger, sql } = await testApp(settings);
const ana = await anEmpresa();
/** A second application, in which breakers may be open and the log is captured. */
const worn = await testApp({ ...settings, LOG_LEVEL: 'info' });

type Tipo = 'cep' | 'cnpj';
const SERVICES = {
  cep: ['viacep', 'brasilapi', 'opencep'],
  cnpj: ['brasilapi', 'minhareceita', 'opencnpj'],
} as const;
const TYPES = ['cep', 'cnpj'] as const;
const UNKNOWN = {
  cep: 'CEP não encontrado. Verifique o CEP digitado.',
  cnpj: 'CNPJ não encontrado. Verifique o CNPJ digitado.',
};

let made = 0;
const aNumber = (tipo: Tipo) => (tipo === 'cep' ? aCep(++made) : aCnpj(++made));
const aMissing = (tipo: Tipo) => (tipo === 'cep' ? aMissingCep(++made) : aMissingCnpj(++made));

async function lookUp(tipo: Tipo, numero: string, client: { get: typeof ana.get } = ana) {
  const began = performance.now();
  const response = await client.get(`/api/consultas/${tipo}/${numero}`);
  return { status: response.statusCode, body: response.json(), ms: performance.now() - began };
}

async function inject(service: string, kind: string, numero?: string, vezes = 1) {
  const body = JSON.stringify({ [service]: kind, numero, vezes });
  expect((await fetch(`${sandbox.url}/_falhas`, { method: 'POST', body })).status).toBe(204);
}

interface Asked {
  caminho: string;
  user_agent: string;
}
/** Returns the requests about a number that the services received, in the order of the services' names. */
async function askedAbout(numero: string): Promise<(Asked & { service: string })[]> {
  const all = (await (await fetch(`${sandbox.url}/_pedidos`)).json()) as Record<string, { ultimos: Asked[] }>;
  return Object.entries(all).flatMap(([service, { ultimos }]) =>
    ultimos
      .filter(({ caminho }) => caminho.split('/').includes(numero))
      .map((each) => ({ service, ...each })),
  );
}

/** Makes every service answer once, so that all breakers are closed for the next test. */
async function heal() {
  for (const tipo of TYPES) {
    const numero = aNumber(tipo);
    for (const service of SERVICES[tipo].slice(0, 2)) await inject(service, 'erro-texto', numero);
    expect(await lookUp(tipo, numero)).toMatchObject({ body: { fonte: SERVICES[tipo][2] } });
  }
}

afterEach(async () => {
  await fetch(`${sandbox.url}/_falhas`, { method: 'DELETE' });
  await heal();
});

describe('a number that exists', () => {
  test('[LOOK-02] a CEP gives its address, with source and time', async () => {
    expect((await lookUp('cep', '01001-000')).body).toEqual({
      cep: '01001000',
      logradouro: 'Praça da Sé',
      bairro: 'Sé',
      localidade: 'São Paulo',
      uf: 'SP',
      ibge: '3550308',
      fonte: 'viacep',
      consultado_em: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test('a CEP of a whole town has neither street nor bairro', async () => {
    expect((await lookUp('cep', '87360000')).body).toMatchObject({
      logradouro: null,
      bairro: null,
      localidade: 'Goioerê',
      uf: 'PR',
    });
  });

  test('[LOOK-14] a CNPJ, masked or bare, gives its company', async () => {
    const { body } = await lookUp('cnpj', encodeURIComponent('19.131.243/0001-97'));
    expect(body).toMatchObject({
      cnpj: '19131243000197',
      razao_social: 'OPEN KNOWLEDGE BRASIL',
      nome_fantasia: 'REDE PELO CONHECIMENTO LIVRE',
      email: null,
      telefone: '1123851939',
      cep: '01311902',
      logradouro: 'AVENIDA PAULISTA',
      municipio: 'SAO PAULO',
      uf: 'SP',
      situacao: 'ATIVA',
      fonte: 'brasilapi',
    });
    const again = await lookUp('cnpj', '19131243000197');
    expect(again.body).toEqual({ ...body, consultado_em: expect.any(String) });
  });

  test('a CNPJ may have letters, typed in any case', async () => {
    expect((await lookUp('cnpj', '12abc34501de35')).body).toMatchObject({
      cnpj: '12ABC34501DE35',
      razao_social: 'AUTO PECAS ALFANUMERICA LTDA',
    });
    expect(await askedAbout('12abc34501de35')).toEqual([]);
  });

  test.each([
    ['58741197000108', { razao_social: '58.741.197 MARIA APARECIDA DA SILVA', nome_fantasia: null }],
    ['11444777000161', { situacao: 'BAIXADA' }],
    ['08000333000122', { cep: null, logradouro: null, municipio: null, uf: null }],
  ])('CNPJ %s is returned as it is registered', async (cnpj, expected) => {
    expect((await lookUp('cnpj', cnpj)).body).toMatchObject(expected);
  });

  test('the e-mail comes from the only service that has it', async () => {
    for (const service of ['brasilapi', 'minhareceita']) await inject(service, '500', '11222333000181');
    expect((await lookUp('cnpj', '11222333000181')).body).toMatchObject({
      fonte: 'opencnpj',
      email: 'contato@semfantasia.com.br',
      nome_fantasia: null,
      situacao: 'ATIVA',
    });
  });

  test('a request carries our User-Agent', async () => {
    const cep = aNumber('cep');
    await lookUp('cep', cep);
    expect(await askedAbout(cep)).toMatchObject([
      { service: 'viacep', user_agent: 'Prumo/1.0 (+http://localhost:5173)' },
    ]);
  });
});

describe('a number that does not exist', () => {
  test.each(TYPES)(
    '%s: the server queries all services and caches their unanimous answer for ten minutes',
    async (tipo) => {
      const numero = aMissing(tipo);
      const { status, body } = await lookUp(tipo, numero);
      expect(status).toBe(404);
      expect(body).toMatchObject({ codigo: 'not_found', mensagem: UNKNOWN[tipo] });
      expect(await askedAbout(numero)).toHaveLength(3);
      expect((await lookUp(tipo, numero)).status).toBe(404);
      expect(await askedAbout(numero)).toHaveLength(3);
      const [row] = await sql(
        `select resposta, extract(epoch from vence_em - now()) / 60 as minutes
       from consultas.respostas where numero = $1`,
        [numero],
      );
      expect(row?.['resposta']).toBeNull();
      expect(Number(row?.['minutes'])).toBeGreaterThan(9);
      expect(Number(row?.['minutes'])).toBeLessThanOrEqual(10);
    },
  );

  test.each(TYPES)('%s: with one service down the answer is "not found" but is not cached', async (tipo) => {
    const numero = aMissing(tipo);
    await inject(SERVICES[tipo][1], 'fora', numero);
    expect(await lookUp(tipo, numero)).toMatchObject({ status: 404, body: { mensagem: UNKNOWN[tipo] } });
    expect(await sql('select from consultas.respostas where numero = $1', [numero])).toEqual([]);
  });

  test.each([
    ['cep', '0100100'],
    ['cep', '010010000'],
    ['cep', '0100100A'],
    ['cnpj', '19131243000198'],
    ['cnpj', '1913124300019'],
    ['cnpj', '00000000000000'],
    // A person's CPF is never sent to a service.
    ['cnpj', '52998224725'],
  ] as const)('an impossible %s, %s, is sent to no service', async (tipo, numero) => {
    expect(await lookUp(tipo, numero)).toMatchObject({ status: 404, body: { mensagem: UNKNOWN[tipo] } });
    expect(await askedAbout(numero)).toEqual([]);
  });
});

describe('a service that fails', () => {
  const cases = TYPES.flatMap((tipo) => LOOKUP_FAULT_KINDS.map((kind) => [tipo, kind] as const));

  test.each(cases)('[LOOK-03] %s: a fault of the first service, %s, stays hidden', async (tipo, kind) => {
    const numero = aNumber(tipo);
    await inject(SERVICES[tipo][0], kind, numero);
    const { status, body, ms } = await lookUp(tipo, numero);
    expect(status).toBe(200);
    expect(body).toMatchObject({ [tipo]: numero, fonte: SERVICES[tipo][1] });
    expect(ms).toBeLessThan(5000);
  });

  test.each(cases)('%s: a fault of the second service, %s, stays hidden too', async (tipo, kind) => {
    const numero = aNumber(tipo);
    const [first, second, third] = SERVICES[tipo];
    await inject(first, 'erro-texto', numero);
    await inject(second, kind, numero);
    expect(await lookUp(tipo, numero)).toMatchObject({ status: 200, body: { fonte: third } });
  });

  test.each(cases)('%s: a fault of the last service, %s, is no answer', async (tipo, kind) => {
    const numero = aNumber(tipo);
    const [first, second, third] = SERVICES[tipo];
    for (const service of [first, second]) await inject(service, 'erro-booleano', numero);
    await inject(third, kind, numero);
    expect(await lookUp(tipo, numero)).toMatchObject({ status: 404, body: { mensagem: UNKNOWN[tipo] } });
  });

  test.each([
    ['cep', /^Não foi possível consultar o CEP agora\. Preencha o endereço à mão ou tente de novo/],
    ['cnpj', /^Não foi possível consultar o CNPJ agora\. Preencha os dados à mão ou tente de novo/],
  ] as const)('%s: with all services down a message comes within five seconds', async (tipo, sentence) => {
    for (const kind of ['fora', 'lento']) {
      const numero = aNumber(tipo);
      for (const service of SERVICES[tipo]) await inject(service, kind, numero);
      const { status, body, ms } = await lookUp(tipo, numero);
      expect(status).toBe(502);
      expect(body).toMatchObject({ codigo: 'upstream', mensagem: expect.stringMatching(sentence) });
      expect(ms).toBeLessThan(5000);
      expect(await sql('select from consultas.respostas where numero = $1', [numero])).toEqual([]);
    }
  });
});

describe('a cached answer', () => {
  test.each([
    ['cep', 180],
    ['cnpj', 30],
  ] as const)(
    '[LOOK-02] [LOOK-14] about a %s is kept for %i days and serves all empresas',
    async (tipo, days) => {
      const numero = aNumber(tipo);
      const { body } = await lookUp(tipo, numero);
      const asked = await askedAbout(numero);
      const bruno = await anEmpresa('Bruno Lima');
      const again = await lookUp(tipo, numero, bruno);
      expect(again.body).toMatchObject({ ...body, consultado_em: expect.any(String) });
      expect(new Date(again.body.consultado_em)).toEqual(new Date(body.consultado_em));
      expect(await askedAbout(numero)).toEqual(asked);
      const [row] = await sql(
        'select extract(epoch from vence_em - consultado_em) / 86400 as days from consultas.respostas where numero = $1',
        [numero],
      );
      expect(Math.round(Number(row?.['days']))).toBe(days);
    },
  );

  test('is fetched again when it has expired or no longer fits the contract', async () => {
    const cep = aNumber('cep');
    await lookUp('cep', cep);
    await sql("update consultas.respostas set vence_em = now() - interval '1 s' where numero = $1", [cep]);
    expect((await lookUp('cep', cep)).status).toBe(200);
    expect(await askedAbout(cep)).toHaveLength(2);
    await sql(`update consultas.respostas set resposta = '{"cep":7}' where numero = $1`, [cep]);
    expect((await lookUp('cep', cep)).body).toMatchObject({ cep });
    expect(await askedAbout(cep)).toHaveLength(3);
  });

  test('is deleted after it has expired, a few rows at a time', async () => {
    await sql(
      `insert into consultas.respostas (tipo, numero, consultado_em, vence_em)
       select 'cep', (98000000 + n)::text, now(), now() - interval '1 day' from generate_series(1, 30) n`,
    );
    await lookUp('cep', aNumber('cep'));
    expect(await sql('select from consultas.respostas where vence_em < now()')).toHaveLength(10);
    await lookUp('cep', aNumber('cep'));
    expect(await sql('select from consultas.respostas where vence_em < now()')).toEqual([]);
  });

  test('about a company contains no partner, in the response or in the table', async () => {
    const cnpj = aNumber('cnpj');
    const { body } = await lookUp('cnpj', cnpj);
    const [row] = await sql('select resposta::text from consultas.respostas where numero = $1', [cnpj]);
    for (const told of [JSON.stringify(body), String(row?.['resposta'])])
      expect(told).not.toMatch(/qsa|socio|112108/i);
  });

  test('comes from one lookup for all concurrent requests', async () => {
    const numero = aNumber('cnpj');
    await inject('brasilapi', 'lento', numero);
    const answers = await Promise.all(Array.from({ length: 12 }, () => lookUp('cnpj', numero)));
    expect(answers.map(({ status, body }) => [status, body.fonte])).toEqual(
      answers.map(() => [200, 'minhareceita']),
    );
    expect((await askedAbout(numero)).map(({ service }) => service)).toEqual(['brasilapi', 'minhareceita']);
  });

  test('is not needed: without its table the lookup still succeeds', async () => {
    await sql('alter table consultas.respostas rename to guardadas');
    const cep = aNumber('cep');
    expect((await lookUp('cep', cep)).body).toMatchObject({ cep, fonte: 'viacep' });
    await sql('alter table consultas.guardadas rename to respostas');
    expect((await lookUp('cep', cep)).status).toBe(200);
  });
});

test('a request without a valid session asks no service', async () => {
  const cep = aNumber('cep');
  expect((await stranger().get(`/api/consultas/cep/${cep}`)).statusCode).toBe(401);
  const left = await anEmpresa();
  expect((await lookUp('cep', aNumber('cep'), left)).status).toBe(200);
  await sql('delete from auth.sessions where user_id = $1', [left.userId]);
  expect((await lookUp('cep', cep, left)).status).toBe(401);
  expect(await askedAbout(cep)).toEqual([]);
});

test('a service that fails three times in a row is skipped, and the log names it but no number', async () => {
  const lines = logOf(worn.app.log);
  const client = await worn.anEmpresa();
  const numbers = Array.from({ length: 4 }, () => aNumber('cep'));
  for (const numero of numbers.slice(0, 3)) {
    await inject('viacep', '429', numero);
    expect((await lookUp('cep', numero, client)).body).toMatchObject({ fonte: 'brasilapi' });
  }
  const last = numbers[3] ?? '';
  expect((await lookUp('cep', last, client)).body).toMatchObject({ fonte: 'brasilapi' });
  expect(await askedAbout(last)).toMatchObject([{ service: 'brasilapi' }]);

  const cnpj = aMissing('cnpj');
  await lookUp('cnpj', cnpj, client);
  const log = lines.join('');
  expect(log).toContain('viacep: status 429');
  expect(log).toContain('/api/consultas/cep/:cep');
  for (const numero of [...numbers, cnpj]) expect(log).not.toContain(numero);
});

/** Captures the lines that the logger writes from now on. */
function logOf(log: typeof worn.app.log): string[] {
  const lines: string[] = [];
  // The type of a logger does not have pino's symbol for its stream.
  const { [pino.symbols.streamSym]: stream } = log as unknown as Record<
    symbol,
    { write: (line: string) => void }
  >;
  if (stream) stream.write = (line) => void lines.push(line);
  return lines;
}
