import { type Endereco, findCep } from './ceps.ts';

/**
 * A company of the simulated registry, which all services share. Its texts are in upper case, without
 * accents.
 */
export interface Empresa {
  cnpj: string;
  razaoSocial: string;
  nomeFantasia: string;
  /** Only OpenCNPJ publishes the e-mail. */
  email: string;
  telefone: { ddd: string; numero: string } | null;
  situacao: keyof typeof SITUACOES;
  mei: boolean;
  endereco: { cep: string; tipo: string; logradouro: string; numero: string; complemento: string } & Place;
  /** A partner of the company. This is personal data, which the product must not store. */
  socio: string;
}

interface Place {
  bairro: string;
  municipio: string;
  /** `EX` stands for a company abroad. */
  uf: string;
  ibge: string;
  siafi: string;
}

export const SITUACOES = { 1: 'NULA', 2: 'ATIVA', 3: 'SUSPENSA', 4: 'INAPTA', 8: 'BAIXADA' } as const;

const KNOWN: Readonly<Record<string, { cep: string; numero?: string } & Partial<Empresa>>> = {
  '19131243000197': {
    razaoSocial: 'OPEN KNOWLEDGE BRASIL',
    nomeFantasia: 'REDE PELO CONHECIMENTO LIVRE',
    telefone: { ddd: '11', numero: '23851939' },
    cep: '01311902',
    numero: '37',
  },
  '33000167000101': {
    razaoSocial: 'PETROLEO BRASILEIRO S A PETROBRAS',
    nomeFantasia: 'PETROBRAS - EDISE',
    telefone: { ddd: '21', numero: '32242164' },
    cep: '20031170',
    numero: '65',
  },
  '00000000000191': {
    razaoSocial: 'BANCO DO BRASIL SA',
    nomeFantasia: 'DIRECAO GERAL',
    telefone: { ddd: '61', numero: '34939002' },
    cep: '70040912',
    numero: 'S/N',
  },
  '12ABC34501DE35': {
    razaoSocial: 'AUTO PECAS ALFANUMERICA LTDA',
    nomeFantasia: 'ALFA PECAS',
    cep: '80010000',
    numero: '120',
  },
  '58741197000108': {
    razaoSocial: '58.741.197 MARIA APARECIDA DA SILVA',
    nomeFantasia: '',
    mei: true,
    cep: '87360000',
    numero: '15',
  },
  '11444777000161': { razaoSocial: 'RETIFICA BANDEIRANTES LTDA', situacao: 8, cep: '01310930' },
  '11222333000181': {
    razaoSocial: 'DISTRIBUIDORA SEM FANTASIA LTDA',
    nomeFantasia: '',
    email: 'contato@semfantasia.com.br',
    cep: '01001000',
  },
  '08000333000122': { razaoSocial: 'OVERSEAS PARTS HOLDING LLC', cep: '' },
};

const TRADES = ['AUTO PECAS', 'DISTRIBUIDORA', 'RETIFICA', 'COMERCIO DE ROLAMENTOS', 'OFICINA'];

/**
 * Every CNPJ exists except those that begin with 99. The characters of a CNPJ outside the table determine its company.
 */
export function findEmpresa(cnpj: string): Empresa | undefined {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj) || cnpj.startsWith('99')) return;
  const n = [...cnpj].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 8_000_000, 7);
  const { cep, numero = String((n % 990) + 1), ...known } = KNOWN[cnpj] ?? { cep: String(10_000_000 + n) };
  const trade = TRADES[n % TRADES.length] ?? '';
  return {
    cnpj,
    razaoSocial: `${trade} ${cnpj.slice(0, 8)} LTDA`,
    nomeFantasia: `${trade} ${cnpj.slice(4, 8)}`,
    email: `contato@${cnpj.toLowerCase()}.com.br`,
    telefone: { ddd: findCep(cep)?.cidade.ddd ?? '11', numero: `3${String(n).padStart(7, '0')}` },
    situacao: 2,
    mei: false,
    socio: `SOCIO SECRETO ${cnpj.slice(0, 8)}`,
    ...known,
    endereco: { cep, numero, complemento: n % 3 === 0 ? 'SALA 2' : '', ...placeOf(findCep(cep)) },
  };
}

function placeOf(found: Endereco | undefined) {
  if (!found)
    return { tipo: '', logradouro: '', bairro: '', municipio: 'EXTERIOR', uf: 'EX', ibge: '', siafi: '9707' };
  const [tipo = '', ...street] = plain(found.logradouro).split(' ');
  return {
    tipo,
    logradouro: street.join(' '),
    bairro: plain(found.bairro),
    municipio: plain(found.cidade.nome),
    uf: found.cidade.uf,
    ibge: found.cidade.ibge,
    siafi: found.cidade.siafi,
  };
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toUpperCase();

const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** A check digit. A character, also a letter, counts as its ASCII code minus 48. */
function digitOf(text: string): string {
  const weights = WEIGHTS.slice(WEIGHTS.length - text.length);
  const sum = weights.reduce((total, weight, n) => total + weight * (text.charCodeAt(n) - 48), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

const complete = (base: string) => `${base}${digitOf(base)}${digitOf(`${base}${digitOf(base)}`)}`;

export const hasRightDigits = (cnpj: string) =>
  /^[0-9A-Z]{12}\d{2}$/.test(cnpj) && complete(cnpj.slice(0, 12)) === cnpj;

/** An existing CNPJ outside the table. Every `n` below ten million gives a different one. */
export const aCnpj = (n: number) => complete(`2${String(n % 10_000_000).padStart(7, '0')}0001`);

/** A CNPJ that does not exist. */
export const aMissingCnpj = (n: number) => complete(`99${String(n % 1_000_000).padStart(6, '0')}0001`);
