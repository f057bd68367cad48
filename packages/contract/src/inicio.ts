import * as z from 'zod/mini';
import { DiaDeVendas } from './analises.ts';
import { Atividade } from './atividades.ts';
import { endpoint, instant } from './endpoint.ts';
import { fieldOf } from './papeis.ts';

/** The screens that the action of a pendencia opens. The web maps each one to its address. */
const TELAS = [
  'anuncios_com_diferenca',
  'conta',
  'convite',
  'dados',
  'equipe',
  'importacao',
  'integracoes',
  'inventario_baixo',
  'inventario_zerado',
  'lote',
  'pedidos_sem_nota',
  'perfil',
  'titular',
] as const;
export type Tela = (typeof TELAS)[number];

/** `ruim`: money is being lost, or less than two hours are left. `atencao`: a person has to act. */
const TONS = ['ruim', 'atencao', 'neutro'] as const;

/** Something that waits for a person. It comes and goes with its cause, so nobody dismisses it. */
export const Pendencia = z.object({
  /** The source, which has at most one pendencia at a time. */
  fonte: z.string(),
  numero: z.int(),
  titulo: z.string(),
  detalhe: z.string(),
  tom: z.enum(TONS),
  /** `ate`: the person has until then. `desde`: the cause began then. */
  prazo: z.nullable(z.object({ tipo: z.enum(['ate', 'desde']), em: instant(), texto: z.string() })),
  acao: z.object({
    texto: z.string(),
    tela: z.enum(TELAS),
    /** The record that the screen shows. Null for a screen without one. */
    id: z.nullable(z.string()),
    marketplace: z.nullable(z.string()),
  }),
});
export type Pendencia = z.infer<typeof Pendencia>;

/** The steps of a new empresa, in their order on the screen. Each is done when the data show it. */
export const PASSOS = ['empresa', 'deposito', 'produto', 'contagem', 'convite'] as const;
export type Passo = (typeof PASSOS)[number];

/** The stock of the whole empresa, from counters. */
const EstoqueDoInicio = z.object({
  produtos: z.int(),
  /** Saldos of one produto in one deposito, by their state. The inventory lists the same rows. */
  normal: z.int(),
  baixo: z.int(),
  zerado: z.int(),
  valor_estoque: fieldOf('ver_custo', z.string()),
});
export type EstoqueDoInicio = z.infer<typeof EstoqueDoInicio>;

export const Inicio = z.object({
  pendencias: z.array(Pendencia),
  estoque: EstoqueDoInicio,
  /** Null when the start is done, hidden, or not for this person. */
  comeco: z.nullable(
    z.object({
      feitos: z.array(z.enum(PASSOS)),
      empresa: z.object({ nome: z.string(), cnpj: z.nullable(z.string()) }),
      deposito: z.nullable(z.string()),
    }),
  ),
});
export type Inicio = z.infer<typeof Inicio>;

const Soma = z.object({ total: z.string(), pedidos: z.int() });
export type Soma = z.infer<typeof Soma>;

/** The sales of all connected contas. Days are those of America/Sao_Paulo, and only paid pedidos count. */
export const VendasDoInicio = z.object({
  contas: z.int(),
  /** Those whose pedidos are here. The sums leave out the others. */
  lidas: z.int(),
  /** The only conta. Null when there are several, or none. */
  conta: z.nullable(z.object({ id: z.uuid(), marketplace: z.string() })),
  /** The oldest of the instants up to which the pedidos of these contas are here. */
  lido_em: z.nullable(instant()),
  /** Null until the pedidos of today of a conta are here. */
  vendas: z.nullable(
    z.object({
      hoje: Soma,
      /** The same weekday a week ago, up to the same time of day. Null when those pedidos are not here yet. */
      semana_passada: z.nullable(Soma),
      /** The last 30 days with today. */
      periodo: Soma,
      /** The 30 days before, up to the same time of the last one. Null when those pedidos are not here yet. */
      periodo_antes: z.nullable(Soma),
      /** Thirty days, the last one is today. */
      dias: z.array(DiaDeVendas),
      /** The thirty whole days before, or none. */
      dias_antes: z.array(DiaDeVendas),
      /** Whether every pedido of the 30 days is here. The first synchronisation reads backwards. */
      completo: z.boolean(),
    }),
  ),
});
export type VendasDoInicio = z.infer<typeof VendasDoInicio>;

/**
 * The newest changes. What one person did in the same way, in one write or in several next to each other on the same day,
 * is one line.
 */
export const AtividadeDoInicio = z.object({
  /** Whether the lines are of the whole empresa, or only of this person, who may not see the others. */
  de_todos: z.boolean(),
  itens: z.array(
    z.extend(Atividade, {
      /** The only field that was changed in every record. Null when there are several, or none. */
      campo: z.nullable(z.string()),
      /** The number of further records to which the same happened. */
      mais: z.int(),
      /** False when there may be more of them than `mais`. */
      mais_exato: z.boolean(),
      /** The number of writes that the line is about. */
      escritas: z.int(),
      eu: z.boolean(),
      /** The newest lote of the line, if this person can undo it. Null otherwise. */
      desfazer: z.nullable(z.uuid()),
    }),
  ),
});
export type AtividadeDoInicio = z.infer<typeof AtividadeDoInicio>;

/** How often a visible page asks for the pendencias. They may be a minute late at most. */
export const INICIO_A_CADA_MS = 30_000;

const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const tags = ['inicio'];

export const inicio = {
  /** What waits for this person, the stock, and the first steps of a new empresa. */
  get: endpoint({
    method: 'GET',
    url: '/api/inicio',
    config: read,
    schema: { summary: 'Mostra o que espera pela pessoa na empresa', tags, response: { 200: Inicio } },
  }),
  vendas: endpoint({
    method: 'GET',
    url: '/api/inicio/vendas',
    config: { ...read, cost: 'summary' },
    schema: { summary: 'Soma as vendas de todas as contas', tags, response: { 200: VendasDoInicio } },
  }),
  atividade: endpoint({
    method: 'GET',
    url: '/api/inicio/atividade',
    config: read,
    schema: { summary: 'Mostra as últimas mudanças', tags, response: { 200: AtividadeDoInicio } },
  }),
  /** Hides the first steps for this person in this empresa. */
  hide: endpoint({
    method: 'DELETE',
    url: '/api/inicio/comeco',
    config: { auth: 'session', tenant: true, cost: 'write', right: 'gerir_equipe' },
    schema: { summary: 'Esconde os primeiros passos', tags, response: { 204: z.null() } },
  }),
};
