import { describe, expect, test } from 'vitest';
import { CNPJ_SERVICES } from './cnpj-services.ts';

const read = (fonte: string, reply: object) =>
  CNPJ_SERVICES.find((service) => service.fonte === fonte)?.reply.safeParse(reply).data;

/** A reply as the registry publishes it, with a partner. */
const PUBLISHED = {
  cnpj: '19131243000197',
  razao_social: 'OPEN KNOWLEDGE BRASIL',
  nome_fantasia: 'REDE PELO CONHECIMENTO LIVRE',
  email: null,
  ddd_telefone_1: '1123851939',
  ddd_telefone_2: '',
  cep: '01311902',
  descricao_tipo_de_logradouro: 'AVENIDA',
  logradouro: 'PAULISTA 37',
  numero: '37',
  complemento: 'ANDAR 4',
  bairro: 'BELA VISTA',
  municipio: 'SAO PAULO',
  uf: 'SP',
  codigo_municipio: 7107,
  codigo_municipio_ibge: 3_550_308,
  situacao_cadastral: 2,
  descricao_situacao_cadastral: 'ATIVA',
  qsa: [{ nome_socio: 'SOCIO SECRETO', cnpj_cpf_do_socio: '***112108**' }],
};

const OURS = {
  cnpj: '19131243000197',
  razao_social: 'OPEN KNOWLEDGE BRASIL',
  nome_fantasia: 'REDE PELO CONHECIMENTO LIVRE',
  email: null,
  telefone: '1123851939',
  cep: '01311902',
  logradouro: 'AVENIDA PAULISTA 37',
  numero: '37',
  complemento: 'ANDAR 4',
  bairro: 'BELA VISTA',
  municipio: 'SAO PAULO',
  uf: 'SP',
  ibge: '3550308',
  situacao: 'ATIVA',
};

describe.each(['brasilapi', 'minhareceita'])('%s', (fonte) => {
  test('[LOOK-14] gives the company with the kind of street before its name, and no partner', () => {
    expect(read(fonte, PUBLISHED)).toEqual(OURS);
  });

  test('gives null for fields that it leaves empty', () => {
    const reply = {
      ...PUBLISHED,
      nome_fantasia: '',
      ddd_telefone_1: '',
      descricao_tipo_de_logradouro: '',
      complemento: '',
      codigo_municipio_ibge: null,
    };
    expect(read(fonte, reply)).toEqual({
      ...OURS,
      nome_fantasia: null,
      telefone: null,
      logradouro: 'PAULISTA 37',
      complemento: null,
      ibge: null,
    });
  });

  test('gives no address for a company abroad', () => {
    expect(read(fonte, { ...PUBLISHED, uf: 'EX', municipio: 'EXTERIOR', cep: '' })).toEqual({
      ...OURS,
      cep: null,
      logradouro: null,
      numero: null,
      complemento: null,
      bairro: null,
      municipio: null,
      uf: null,
      ibge: null,
    });
  });

  test.each([
    ['no name', { ...PUBLISHED, razao_social: '' }],
    ['a number for the CNPJ', { ...PUBLISHED, cnpj: 19_131_243_000_197 }],
    ['only a message', { message: 'CNPJ não encontrado.' }],
  ])('%s is not accepted as a company', (_what, reply) => {
    expect(read(fonte, reply)).toBeUndefined();
  });
});

describe('opencnpj', () => {
  const reply = {
    cnpj: '19131243000197',
    razao_social: 'OPEN KNOWLEDGE BRASIL',
    nome_fantasia: 'REDE PELO CONHECIMENTO LIVRE',
    situacao_cadastral: 'Ativa',
    tipo_logradouro: 'AVENIDA',
    logradouro: 'PAULISTA 37',
    numero: '37',
    complemento: 'ANDAR 4',
    bairro: 'BELA VISTA',
    cep: '01311902',
    uf: 'SP',
    municipio: 'SAO PAULO',
    email: 'contato@ok.org.br',
    telefones: [
      { ddd: '11', numero: '30000000', is_fax: true },
      { ddd: '11', numero: '2385-1939', is_fax: false },
    ],
    QSA: [{ nome_socio: 'SOCIO SECRETO' }],
  };

  test('has the e-mail, a telephone that is no fax, the situação in upper case, and no IBGE code', () => {
    expect(read('opencnpj', reply)).toEqual({ ...OURS, email: 'contato@ok.org.br', ibge: null });
  });

  test('may have neither e-mail nor telephone', () => {
    const bare = { ...reply, email: '', telefones: [], situacao_cadastral: 'BAIXADA' };
    expect(read('opencnpj', bare)).toEqual({ ...OURS, telefone: null, ibge: null, situacao: 'BAIXADA' });
  });
});
