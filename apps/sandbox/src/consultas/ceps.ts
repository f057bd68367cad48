/** An address of the simulated postal system, which all services share. */
export interface Endereco {
  cep: string;
  logradouro: string;
  complemento: string;
  bairro: string;
  cidade: Cidade;
}

interface Cidade {
  nome: string;
  uf: string;
  estado: string;
  regiao: string;
  ibge: string;
  ddd: string;
  siafi: string;
}

/** The last five-digit prefix of each state's CEPs, and the state's capital. */
const RANGES: readonly [upTo: number, ...cidade: [string, string, string, string, string, string, string]][] =
  [
    [19_999, 'São Paulo', 'SP', 'São Paulo', 'Sudeste', '3550308', '11', '7107'],
    [28_999, 'Rio de Janeiro', 'RJ', 'Rio de Janeiro', 'Sudeste', '3304557', '21', '6001'],
    [29_999, 'Vitória', 'ES', 'Espírito Santo', 'Sudeste', '3205309', '27', '5705'],
    [39_999, 'Belo Horizonte', 'MG', 'Minas Gerais', 'Sudeste', '3106200', '31', '4123'],
    [48_999, 'Salvador', 'BA', 'Bahia', 'Nordeste', '2927408', '71', '3849'],
    [49_999, 'Aracaju', 'SE', 'Sergipe', 'Nordeste', '2800308', '79', '3105'],
    [56_999, 'Recife', 'PE', 'Pernambuco', 'Nordeste', '2611606', '81', '2531'],
    [57_999, 'Maceió', 'AL', 'Alagoas', 'Nordeste', '2704302', '82', '2785'],
    [58_999, 'João Pessoa', 'PB', 'Paraíba', 'Nordeste', '2507507', '83', '2051'],
    [59_999, 'Natal', 'RN', 'Rio Grande do Norte', 'Nordeste', '2408102', '84', '1761'],
    [63_999, 'Fortaleza', 'CE', 'Ceará', 'Nordeste', '2304400', '85', '1389'],
    [64_999, 'Teresina', 'PI', 'Piauí', 'Nordeste', '2211001', '86', '1219'],
    [65_999, 'São Luís', 'MA', 'Maranhão', 'Nordeste', '2111300', '98', '0921'],
    [68_899, 'Belém', 'PA', 'Pará', 'Norte', '1501402', '91', '0427'],
    [68_999, 'Macapá', 'AP', 'Amapá', 'Norte', '1600303', '96', '0605'],
    [69_299, 'Manaus', 'AM', 'Amazonas', 'Norte', '1302603', '92', '0255'],
    [69_399, 'Boa Vista', 'RR', 'Roraima', 'Norte', '1400100', '95', '0301'],
    [69_899, 'Manaus', 'AM', 'Amazonas', 'Norte', '1302603', '92', '0255'],
    [69_999, 'Rio Branco', 'AC', 'Acre', 'Norte', '1200401', '68', '0139'],
    [73_699, 'Brasília', 'DF', 'Distrito Federal', 'Centro-Oeste', '5300108', '61', '9701'],
    [76_799, 'Goiânia', 'GO', 'Goiás', 'Centro-Oeste', '5208707', '62', '9373'],
    [76_999, 'Porto Velho', 'RO', 'Rondônia', 'Norte', '1100205', '69', '0003'],
    [77_999, 'Palmas', 'TO', 'Tocantins', 'Norte', '1721000', '63', '9733'],
    [78_999, 'Cuiabá', 'MT', 'Mato Grosso', 'Centro-Oeste', '5103403', '65', '9067'],
    [79_999, 'Campo Grande', 'MS', 'Mato Grosso do Sul', 'Centro-Oeste', '5002704', '67', '9051'],
    [87_999, 'Curitiba', 'PR', 'Paraná', 'Sul', '4106902', '41', '7535'],
    [89_999, 'Florianópolis', 'SC', 'Santa Catarina', 'Sul', '4205407', '48', '8105'],
    [99_999, 'Porto Alegre', 'RS', 'Rio Grande do Sul', 'Sul', '4314902', '51', '8801'],
  ];

const GOIOERE: Cidade = {
  nome: 'Goioerê',
  uf: 'PR',
  estado: 'Paraná',
  regiao: 'Sul',
  ibge: '4108601',
  ddd: '44',
  siafi: '7571',
};

const KNOWN: Readonly<Record<string, Omit<Endereco, 'cep' | 'cidade'> & { cidade?: Cidade }>> = {
  '01001000': { logradouro: 'Praça da Sé', complemento: 'lado ímpar', bairro: 'Sé' },
  '01310930': { logradouro: 'Avenida Paulista', complemento: '2100', bairro: 'Bela Vista' },
  '01311902': { logradouro: 'Avenida Paulista', complemento: '37', bairro: 'Bela Vista' },
  '20031170': { logradouro: 'Avenida República do Chile', complemento: '', bairro: 'Centro' },
  '70040912': { logradouro: 'Quadra SAUN Quadra 5', complemento: 'Bloco B', bairro: 'Asa Norte' },
  '80010000': { logradouro: 'Praça Tiradentes', complemento: '', bairro: 'Centro' },
  // This town has one CEP for all its streets.
  '87360000': { logradouro: '', complemento: '', bairro: '', cidade: GOIOERE },
};

const STREETS = ['Rua das Acácias', 'Avenida Brasil', 'Rua Sete de Setembro', 'Travessa São João', 'Rua Ipê'];
const BAIRROS = ['Centro', 'Jardim América', 'Vila Nova', 'Boa Vista', 'Santo Antônio', 'Água Verde'];

/**
 * Every CEP exists except those that begin with 00 or 999. The digits of a CEP outside the table determine its address.
 */
export function findCep(cep: string): Endereco | undefined {
  if (!/^\d{8}$/.test(cep) || /^(00|999)/.test(cep)) return;
  const known = KNOWN[cep];
  const cidade = known?.cidade ?? capitalOf(cep);
  if (known) return { cep, ...known, cidade };
  const n = Number(cep);
  const [logradouro = '', bairro = ''] = [STREETS[n % STREETS.length], BAIRROS[n % BAIRROS.length]];
  return { cep, logradouro: `${logradouro} ${cep.slice(5)}`, complemento: '', bairro, cidade };
}

function capitalOf(cep: string): Cidade {
  const prefix = Number(cep.slice(0, 5));
  const [, nome = '', uf = '', estado = '', regiao = '', ibge = '', ddd = '', siafi = ''] =
    RANGES.find(([upTo]) => prefix <= upTo) ?? [];
  return { nome, uf, estado, regiao, ibge, ddd, siafi };
}

/** An existing CEP outside the table. Every `n` below a million gives a different one. */
export const aCep = (n: number) => String(10_000_001 + (n % 1_000_000) * 79);

/** A CEP that does not exist. */
export const aMissingCep = (n: number) => `999${String(n % 100_000).padStart(5, '0')}`;
