import * as z from 'zod/mini';
import { byId, endpoint, instant, uuid } from './endpoint.ts';
import { requiredText } from './text.ts';

/** The registers that hold titulares, the people whom data are about (LGPD, art. 5, V). */
export const TABELAS_DE_TITULARES = ['clientes', 'vendedores', 'fornecedores'] as const;
const Tabela = z.enum(TABELAS_DE_TITULARES, 'Escolha um cadastro da lista.');

/** The number of days that the law gives for the full answer (LGPD, art. 19, II). */
export const DIAS_PARA_RESPONDER = 15;
/** The maximum number of records that one pedido names. */
export const MAX_REGISTROS = 50;

/** A record of the person. */
const Registro = z.object({ tabela: Tabela, id: uuid() });
export type Registro = z.infer<typeof Registro>;

const day = z.iso.date('Informe a data em que o pedido chegou.');

export const PedidoDeTitularInput = z.strictObject({
  tipo: z.enum(['acesso', 'eliminacao'], 'Escolha o que a pessoa pede.'),
  nome: requiredText(200, 'Informe quem pede'),
  contato: requiredText(254, 'Informe para onde vai a resposta'),
  recebido_em: day,
});
export type PedidoDeTitularInput = z.infer<typeof PedidoDeTitularInput>;

export const PedidoDeTitular = z.object({
  id: z.uuid(),
  tipo: z.enum(['acesso', 'eliminacao']),
  /** Null after an erasure, as `contato`. */
  nome: z.nullable(z.string()),
  contato: z.nullable(z.string()),
  recebido_em: z.string(),
  vence_em: z.string(),
  /** Days until the answer is due, in America/Sao_Paulo. Negative when it is late. */
  dias: z.int(),
  registros: z.array(Registro),
  situacao: z.enum(['aberto', 'eliminando', 'atendido']),
  exportado_em: z.nullable(instant()),
  atendido_em: z.nullable(instant()),
  atendido_por: z.nullable(z.string()),
});
export type PedidoDeTitular = z.infer<typeof PedidoDeTitular>;

/** A record that may be about the person. */
export const Encontrado = z.object({
  ...Registro.shape,
  nome: z.string(),
  documento: z.string(),
  email: z.string(),
  /** When the record was deleted. Null for a record that exists. */
  excluido_em: z.nullable(instant()),
});
export type Encontrado = z.infer<typeof Encontrado>;

const Copia = z.nullable(z.record(z.string(), z.unknown()));

/** What the system holds about a person. */
export const DadosDoTitular = z.object({
  emitido_em: instant(),
  empresa: z.string(),
  pedido: PedidoDeTitular,
  registros: z.array(
    z.object({
      ...Registro.shape,
      /** The record as it is. Null for a deleted record. */
      dados: Copia,
      historico: z.array(
        z.object({ quando: instant(), operacao: z.enum(['I', 'U', 'D']), antes: Copia, depois: Copia }),
      ),
      /** Whether the history has more changes than this answer. */
      parcial: z.boolean(),
    }),
  ),
  /** Answers to requests, which the system keeps for two days in case a page repeats its request. */
  respostas: z.array(z.object({ quando: instant(), corpo: z.unknown() })),
  /** Answers of public services about the CNPJ. */
  consultas: z.array(z.object({ numero: z.string(), quando: instant(), resposta: z.unknown() })),
  /** Sales at the counter that name one of the records as cliente or as vendedor, the newest first, at most 2,000. */
  vendas_balcao: z.array(
    z.object({
      numero: z.int(),
      quando: instant(),
      como: z.enum(['cliente', 'vendedor']),
      total: z.string(),
      comissao: z.nullable(z.string()),
      itens: z.array(z.object({ nome: z.string(), quantidade: z.string(), preco: z.string() })),
    }),
  ),
  /** All pedidos about these records. */
  pedidos: z.array(PedidoDeTitular),
});
export type DadosDoTitular = z.infer<typeof DadosDoTitular>;

/** How much an erasure removes. */
export const Previa = z.object({
  registros: z.array(Encontrado),
  /** The number of changes in the history, counted up to 1,000. */
  historico: z.int(),
});
export type Previa = z.infer<typeof Previa>;

/** What an erasure leaves, and why. Screens and the printed answer show it. */
export const FICA_POR_DEVER: readonly { que: string; porque: string }[] = [
  {
    que: 'O registro deste pedido: datas, tipo e quem atendeu, sem os dados da pessoa',
    porque: 'LGPD, art. 37: a empresa guarda o registro do que fez com dados pessoais.',
  },
  {
    que: 'Documentos fiscais que a empresa emitiu em outros sistemas',
    porque:
      'LGPD, art. 16, I, e CTN, arts. 173 e 195: guarda por pelo menos 5 anos. O Prumo não emite nem guarda documentos fiscais.',
  },
  {
    que: 'Vendas no balcão: número, data, valores e produtos, sem o nome do cliente e do vendedor',
    porque: 'LGPD, art. 16, I: o estoque e as comissões dependem delas. O recibo passa a sair sem os nomes.',
  },
  {
    que: 'Vendas em marketplaces: valores e produtos, sem o comprador',
    porque: 'O Prumo não guarda quem comprou. O marketplace responde pelos dados que tem.',
  },
  {
    que: 'Registros de acesso (IP, data e hora), se a pessoa também usa o Prumo',
    porque: 'Marco Civil da Internet, art. 15: guarda por 6 meses, em sigilo.',
  },
  {
    que: 'Cópias de segurança, até vencerem',
    porque: 'Ninguém as lê no dia a dia. Se uma for restaurada, a eliminação é repetida.',
  },
];

const config = { auth: 'session', tenant: true, right: 'atender_titulares' } as const;
const tags = ['titulares'];
const url = '/api/titulares/pedidos';

export const titulares = {
  list: endpoint({
    method: 'GET',
    url,
    config: { ...config, cost: 'read' },
    schema: {
      summary: 'Lista os pedidos de titulares, os abertos primeiro',
      tags,
      response: { 200: z.object({ itens: z.array(PedidoDeTitular) }) },
    },
  }),
  create: endpoint({
    method: 'POST',
    url,
    config: { ...config, cost: 'write' },
    schema: {
      summary: 'Registra um pedido de titular',
      tags,
      body: PedidoDeTitularInput,
      response: { 201: PedidoDeTitular },
    },
  }),
  /** A POST, because the search names a person and addresses end up in logs of proxies. */
  find: endpoint({
    method: 'POST',
    url: '/api/titulares/procura',
    config: { ...config, cost: 'heavy' },
    schema: {
      summary: 'Procura uma pessoa por CPF, CNPJ, email ou nome, também entre os registros excluídos',
      tags,
      body: z.strictObject({ busca: requiredText(200, 'Informe CPF, CNPJ, email ou nome') }),
      response: { 200: z.object({ itens: z.array(Encontrado), parcial: z.boolean() }) },
    },
  }),
  choose: endpoint({
    method: 'PUT',
    url: `${url}/:id/registros`,
    config: { ...config, cost: 'write' },
    schema: {
      summary: 'Guarda quais registros são da pessoa',
      tags,
      params: byId,
      body: z.strictObject({
        registros: z
          .array(Registro)
          .check(z.maxLength(MAX_REGISTROS, `Escolha até ${MAX_REGISTROS} registros.`)),
      }),
      response: { 200: PedidoDeTitular },
    },
  }),
  preview: endpoint({
    method: 'GET',
    url: `${url}/:id/previa`,
    config: { ...config, cost: 'summary' },
    schema: {
      summary: 'Mostra o que a eliminação removeria',
      tags,
      params: byId,
      response: { 200: Previa },
    },
  }),
  /** A POST, because it notes who took the data and when. */
  export: endpoint({
    method: 'POST',
    url: `${url}/:id/exportacao`,
    config: { ...config, cost: 'heavy' },
    schema: {
      summary: 'Reúne tudo o que o sistema guarda sobre a pessoa',
      tags,
      params: byId,
      response: { 200: DadosDoTitular },
    },
  }),
  erase: endpoint({
    method: 'POST',
    url: `${url}/:id/eliminacao`,
    config: { ...config, cost: 'write', fresh: true },
    schema: {
      summary: 'Elimina os dados da pessoa; não há volta',
      tags,
      params: byId,
      response: { 202: PedidoDeTitular },
    },
  }),
  finish: endpoint({
    method: 'POST',
    url: `${url}/:id/conclusao`,
    config: { ...config, cost: 'write' },
    schema: {
      summary: 'Marca como respondido um pedido de acesso, ou um pedido sobre quem não está nos cadastros',
      tags,
      params: byId,
      response: { 200: PedidoDeTitular },
    },
  }),
};
