import { type Empresa, findEmpresa, hasRightDigits, SITUACOES } from './empresas.ts';

/** Answers `GET /:cnpj`. The service drops lower-case letters, so a CNPJ with them becomes invalid. */
export function answerMinhaReceita(path: string): Response {
  const given = decodeURIComponent(path.slice(1));
  const cnpj = given.replaceAll(/[^0-9A-Z]/g, '');
  if (!hasRightDigits(cnpj)) return refuse(400, `CNPJ ${given} inválido.`);
  const found = findEmpresa(cnpj);
  return found ? Response.json(registryEntry(found)) : refuse(404, `CNPJ ${given} não encontrado.`);
}

const refuse = (status: number, message: string) => Response.json({ message }, { status });

/**
 * The form in which Minha Receita publishes a company, and in which BrasilAPI passes it on. Both leave out the e-mail.
 */
export function registryEntry(empresa: Empresa) {
  const { endereco, telefone } = empresa;
  return {
    cnpj: empresa.cnpj,
    identificador_matriz_filial: 1,
    descricao_identificador_matriz_filial: 'MATRIZ',
    razao_social: empresa.razaoSocial,
    nome_fantasia: empresa.nomeFantasia,
    situacao_cadastral: empresa.situacao,
    descricao_situacao_cadastral: SITUACOES[empresa.situacao],
    data_situacao_cadastral: '2013-10-03',
    motivo_situacao_cadastral: 0,
    descricao_motivo_situacao_cadastral: 'SEM MOTIVO',
    nome_cidade_no_exterior: endereco.uf === 'EX' ? 'MIAMI' : '',
    codigo_pais: endereco.uf === 'EX' ? 249 : null,
    pais: endereco.uf === 'EX' ? 'ESTADOS UNIDOS' : null,
    codigo_natureza_juridica: 2062,
    natureza_juridica: 'Sociedade Empresária Limitada',
    data_inicio_atividade: '2013-10-03',
    cnae_fiscal: 4_530_703,
    cnae_fiscal_descricao: 'Comércio a varejo de peças e acessórios novos para veículos automotores',
    cnaes_secundarios: [{ codigo: 0, descricao: '' }],
    descricao_tipo_de_logradouro: endereco.tipo,
    logradouro: endereco.logradouro,
    numero: endereco.numero,
    complemento: endereco.complemento,
    bairro: endereco.bairro,
    cep: endereco.cep,
    uf: endereco.uf,
    codigo_municipio: Number(endereco.siafi),
    codigo_municipio_ibge: endereco.ibge === '' ? null : Number(endereco.ibge),
    municipio: endereco.municipio,
    ddd_telefone_1: telefone ? `${telefone.ddd}${telefone.numero}` : '',
    ddd_telefone_2: '',
    ddd_fax: '',
    email: null,
    capital_social: 10_000,
    codigo_porte: 1,
    porte: 'MICRO EMPRESA',
    descricao_porte: '',
    opcao_pelo_simples: null,
    opcao_pelo_mei: empresa.mei || null,
    situacao_especial: '',
    data_situacao_especial: null,
    qualificacao_do_responsavel: 10,
    ente_federativo_responsavel: '',
    regime_tributario: null,
    qsa: [
      {
        nome_socio: empresa.socio,
        cnpj_cpf_do_socio: '***112108**',
        qualificacao_socio: 'Sócio-Administrador',
        data_entrada_sociedade: '2013-10-03',
      },
    ],
  };
}
