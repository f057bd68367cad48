import * as z from 'zod/mini';
import { endpoint, instant, uuid } from './endpoint.ts';

/**
 * Every tipo of an atividade, with its name in the filter and its sentence after the name of the person. `{campo}` is
 * replaced by a word of the atividade. To add a tipo, add a line here and call `record_atividade` of the database with
 * the tipo and an object that has the words of the sentence.
 */
export const TIPOS = {
  registro_criado: { nome: 'Cadastro', frase: 'cadastrou {registro}' },
  registro_alterado: { nome: 'Alteração', frase: 'alterou {registro}' },
  registro_excluido: { nome: 'Exclusão', frase: 'excluiu {registro}' },
  entrada: { nome: 'Entrada no Prumo', frase: 'entrou no Prumo {meio}' },
  acesso_recusado: { nome: 'Acesso recusado', frase: 'tentou o que o papel não permite: {direito}' },
  convite_criado: { nome: 'Convite enviado', frase: 'convidou {email} como {papel}' },
  convite_reenviado: { nome: 'Convite reenviado', frase: 'enviou outro convite para {email}' },
  convite_revogado: { nome: 'Convite revogado', frase: 'revogou o convite de {email}' },
  convite_recusado: { nome: 'Convite recusado', frase: 'recusou o convite de {email}' },
  revogacao_desfeita: { nome: 'Revogação desfeita', frase: 'desfez a revogação do convite de {email}' },
  convite_aceito: { nome: 'Convite aceito', frase: 'aceitou o convite de {email}' },
  membro_entrou: { nome: 'Entrada na equipe', frase: 'entrou na equipe como {papel}' },
  papel_alterado: {
    nome: 'Papel alterado',
    frase: 'mudou o papel de {pessoa}: de {papel_antes} para {papel}',
  },
  membro_removido: { nome: 'Retirada da equipe', frase: 'retirou {pessoa} da equipe' },
  membro_saiu: { nome: 'Saída da equipe', frase: 'saiu da equipe' },
  transferencia_oferecida: { nome: 'Empresa oferecida', frase: 'ofereceu a empresa a {para}' },
  transferencia_retirada: { nome: 'Oferta retirada', frase: 'retirou a oferta da empresa a {para}' },
  transferencia_recusada: { nome: 'Oferta recusada', frase: 'recusou a empresa que {de} ofereceu' },
  empresa_transferida: { nome: 'Empresa transferida', frase: 'recebeu a empresa de {de}' },
  politica_alterada: {
    nome: 'Regra da empresa',
    frase: '{exigencia} a verificação em duas etapas de quem conecta contas',
  },
  retencao_alterada: {
    nome: 'Prazo do histórico',
    frase: 'mudou o prazo do histórico: de {anos_antes} para {anos}',
  },
  historico_removido: {
    nome: 'Histórico removido',
    frase: 'removeu do histórico o que é de antes de {antes_de}, no fim do prazo',
  },
  conta_conectada: { nome: 'Conta conectada', frase: 'conectou a conta {conta}' },
  conta_removida: { nome: 'Conta removida', frase: 'removeu a conta {conta}' },
  anuncio_ligado: {
    nome: 'Anúncio ligado',
    frase: 'ligou o anúncio {anuncio} da conta {conta} ao produto {produto}',
  },
  anuncio_desligado: {
    nome: 'Anúncio desligado',
    frase: 'desligou o anúncio {anuncio} da conta {conta} do produto {produto}',
  },
  publicacao_alterada: {
    nome: 'Modo dos anúncios',
    frase: 'mudou como os anúncios do produto {produto} mostram o estoque: {modo}',
  },
  cota_alterada: {
    nome: 'Cota de anúncio',
    frase: 'mudou a cota do anúncio {anuncio} da conta {conta}: {cota}',
  },
  vendas_alteradas: {
    nome: 'Reserva de vendas',
    frase: 'mudou como as vendas da conta {conta} chegam ao estoque: {reserva}, {saida}',
  },
  reserva_movida: {
    nome: 'Reserva movida',
    frase: 'moveu a reserva do pedido {pedido} para o depósito {deposito}',
  },
  devolucao_conferida: {
    nome: 'Devolução conferida',
    frase: 'conferiu a devolução do pedido {pedido}: {vendavel} para vender, {avariado} com avaria',
  },
  venda_balcao_cancelada: {
    nome: 'Venda no balcão cancelada',
    frase: 'cancelou a venda {numero} do balcão, de R$ {total}',
  },
  venda_balcao_restaurada: {
    nome: 'Cancelamento de venda desfeito',
    frase: 'desfez o cancelamento da venda {numero} do balcão, de R$ {total}',
  },
  nota_enviada: { nome: 'Nota enviada', frase: 'enviou a nota {numero} do envio {envio}' },
  aliquota_alterada: {
    nome: 'Alíquota alterada',
    frase: 'definiu a alíquota de {percentual}% a partir de {desde}',
  },
  aliquota_removida: { nome: 'Alíquota removida', frase: 'removeu a alíquota que valia a partir de {desde}' },
  exportacao: { nome: 'Arquivo baixado', frase: 'baixou {arquivo}' },
  dados_exportados: {
    nome: 'Dados pessoais baixados',
    frase: 'baixou os dados de uma pessoa, a pedido dela',
  },
  dados_apagados: { nome: 'Dados pessoais apagados', frase: 'apagou dados pessoais a pedido da pessoa' },
  exclusao_pedida: { nome: 'Exclusão da empresa', frase: 'pediu a exclusão da empresa' },
  exclusao_cancelada: { nome: 'Exclusão cancelada', frase: 'cancelou a exclusão da empresa' },
} as const satisfies Record<string, { nome: string; frase: string }>;

export type TipoDeAtividade = keyof typeof TIPOS;
export const NOMES_DOS_TIPOS = Object.keys(TIPOS) as [TipoDeAtividade, ...TipoDeAtividade[]];

/** The tables whose records a line names, as a sentence names them. */
export const REGISTROS = {
  marcas: 'a marca',
  categorias: 'a categoria',
  clientes: 'o cliente',
  fornecedores: 'o fornecedor',
  vendedores: 'o vendedor',
  depositos: 'o depósito',
  produtos: 'o produto',
  produto_deposito: 'o estoque do produto',
  empresas: 'os dados da empresa',
  mercado_livre_config: 'a conta',
  membros: 'a pessoa',
  convites: 'o convite',
} as const;
export type TabelaDeAtividade = keyof typeof REGISTROS;
const NOMES_DAS_TABELAS = Object.keys(REGISTROS) as [TabelaDeAtividade, ...TabelaDeAtividade[]];

/**
 * `pendente`: not in the chain yet, because the worker seals a line some seconds after its commit. `conferida`: the
 * content is the one that was sealed. `apagada`: the content had personal data and was erased. `divergente`: the
 * content was changed or removed in the database after it was sealed.
 */
export const SELOS = ['pendente', 'conferida', 'apagada', 'divergente'] as const;

/** A line of what happened in an empresa. */
export const Atividade = z.object({
  id: z.uuid(),
  /** The place in the chain. Null for a line that is not sealed yet. */
  numero: z.nullable(z.int()),
  selo: z.enum(SELOS),
  em: instant(),
  /** A later release may add a tipo that an open page does not know. */
  tipo: z.string(),
  /** Null when no person did it. */
  quem: z.nullable(z.object({ id: z.uuid(), nome: z.nullable(z.string()) })),
  registro: z.nullable(z.object({ tabela: z.string(), id: z.uuid(), nome: z.nullable(z.string()) })),
  /** The words of the sentence of the tipo. */
  palavras: z.record(z.string(), z.string()),
  mudancas: z.array(z.object({ campo: z.string(), antes: z.unknown(), depois: z.unknown() })),
});
export type Atividade = z.infer<typeof Atividade>;

/** Writes the sentence of a line, without the person. */
export function fraseDe({ tipo, palavras }: Pick<Atividade, 'tipo' | 'palavras'>): string {
  const known: Readonly<Record<string, { frase: string }>> = TIPOS;
  const frase = known[tipo]?.frase ?? 'fez uma mudança que esta página ainda não conhece';
  return frase.replaceAll(/\{(\w+)\}/g, (_, campo: string) => palavras[campo] ?? '').trimEnd();
}

const day = z.optional(z.iso.date('Informe uma data válida.'));

/** The filters of the list and of the file. Days are those of America/Sao_Paulo. */
export const FiltrosDeAtividade = z.object({
  pessoa: z.optional(uuid()),
  tipo: z.optional(z.enum(NOMES_DOS_TIPOS, 'Este tipo não existe.')),
  tabela: z.optional(z.enum(NOMES_DAS_TABELAS, 'Este cadastro não existe.')),
  /** A record of `tabela`. */
  registro_id: z.optional(uuid()),
  de: day,
  ate: day,
});
export type FiltrosDeAtividade = z.infer<typeof FiltrosDeAtividade>;

const read = { auth: 'session', tenant: true, right: 'ver_atividade' } as const;
const tags = ['atividades'];

export const atividades = {
  /** Newest first. A page may be shorter than others, or empty, and have a next one (ADR 0042). */
  list: endpoint({
    method: 'GET',
    url: '/api/atividades',
    config: { ...read, cost: 'read', searchable: true },
    schema: {
      summary: 'Lista o que aconteceu na empresa',
      tags,
      querystring: z.extend(FiltrosDeAtividade, { cursor: z.optional(uuid()) }),
      response: { 200: z.object({ itens: z.array(Atividade), proximo: z.nullable(z.uuid()) }) },
    },
  }),
  file: endpoint({
    method: 'GET',
    url: '/api/atividades/arquivo',
    config: { ...read, cost: 'heavy' },
    schema: {
      summary: 'Baixa o que aconteceu na empresa em CSV',
      tags,
      querystring: FiltrosDeAtividade,
      response: { 200: z.string() },
    },
  }),
};
