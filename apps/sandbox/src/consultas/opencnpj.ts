import { type Empresa, findEmpresa, SITUACOES } from './empresas.ts';

/**
 * Answers `GET /:cnpj`. The service accepts letters in any case and does not validate check digits. It is the
 * only one that publishes e-mails.
 */
export function answerOpencnpj(path: string): Response {
  const cnpj = decodeURIComponent(path.slice(1)).replaceAll(/[./-]/g, '').toUpperCase();
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj)) return Response.json({ error: 'invalid cnpj' }, { status: 400 });
  const found = findEmpresa(cnpj);
  return found ? Response.json(entry(found)) : Response.json({ error: 'not found' }, { status: 404 });
}

const entry = ({ endereco, telefone, ...empresa }: Empresa) => ({
  cnpj: empresa.cnpj,
  razao_social: empresa.razaoSocial,
  nome_fantasia: empresa.nomeFantasia,
  situacao_cadastral: inWords(SITUACOES[empresa.situacao]),
  data_situacao_cadastral: '2013-10-03',
  matriz_filial: 'Matriz',
  data_inicio_atividade: '2013-10-03',
  cnae_principal: '4530703',
  cnaes_secundarios: [],
  natureza_juridica: 'Sociedade Empresária Limitada',
  tipo_logradouro: endereco.tipo,
  logradouro: endereco.logradouro,
  numero: endereco.numero,
  complemento: endereco.complemento,
  bairro: endereco.bairro,
  cep: endereco.cep,
  uf: endereco.uf,
  municipio: endereco.municipio,
  email: empresa.email,
  telefones: telefone ? [{ ...telefone, is_fax: false }] : [],
  capital_social: '10000,00',
  porte_empresa: 'Microempresa (ME)',
  opcao_simples: '',
  opcao_mei: empresa.mei ? 'S' : '',
  QSA: [
    {
      nome_socio: empresa.socio,
      cnpj_cpf_socio: '***112108**',
      qualificacao_socio: 'Sócio-Administrador',
      data_entrada_sociedade: '2013-10-03',
      identificador_socio: 'Pessoa Física',
      faixa_etaria: '41 a 50 anos',
    },
  ],
});

const inWords = (situacao: string) => `${situacao.slice(0, 1)}${situacao.slice(1).toLowerCase()}`;
