import { NO_ADDRESS } from '../kit/records.ts';
import { type Pair, SENT_NOTE, type WorkName } from './pairs.ts';
import { type Parcel, printLabel, sendNote } from './papers.ts';
import {
  anHourPasses,
  hasNews,
  hurry,
  type Shop,
  sellAll,
  twoDaysPass,
  wrongBills,
  wrongFreights,
  wrongSales,
} from './sales.ts';
import type { Account, Site } from './site.ts';
import { type Answer, analyse, wrongSums } from './sums.ts';

/**
 * The fault of a run. While it lasts, the simulated person presses neither 'Reconectar' nor 'Retomar' and
 * starts no other import.
 */
export interface Fault {
  isOver: boolean;
}

export interface Run {
  pair: Pair;
  account: Account;
  /** The texts that the screens received. */
  said: Set<string>;
  /** Answers and failures that must never happen: answers with status 500, and failed requests. */
  odd: string[];
  /** The id of the importacao that the run created last. */
  importacaoId: string | undefined;
  /** What the person got that is wrong. */
  wrong: string[];
  /** The stock that the sales of the run draw from. */
  shop: Shop | undefined;
  /** The parcel whose label or invoice the person handles. */
  parcel: Parcel | undefined;
  /** What was still wrong at the last look. */
  lacks: readonly string[];
  isDone: boolean;
}

export const aRun = (pair: Pair, account: Account): Run => ({
  pair,
  account,
  said: new Set(),
  odd: [],
  wrong: [],
  importacaoId: undefined,
  shop: undefined,
  parcel: undefined,
  lacks: [],
  isDone: false,
});

/**
 * Sends the requests of the screen and presses the button that it offers. Returns true when the task has
 * finished.
 */
export type Step = () => Promise<boolean>;

interface Problem {
  mensagem?: string;
}

interface Importacao extends Problem {
  id: string;
  situacao: string;
  aviso: string | null;
  contagem: { conferir: number };
}

/**
 * Sends a request of the screen and returns its answer. If it is refused, records the message and returns
 * undefined.
 */
async function ask<T extends Problem>(site: Site, run: Run, method: string, path: string, body?: object) {
  const answer = await site.call<T>(run.account, method, path, body);
  if (answer.status < 300) return answer.body;
  run.said.add(answer.body.mensagem ?? '');
  if (answer.status === 500) run.odd.push(`${path} answered ${answer.status}`);
  return;
}

async function look(site: Site, run: Run): Promise<Answer | undefined> {
  const { status, body } = await analyse(site, run.account);
  if (status !== 200) {
    run.said.add(body.mensagem ?? '');
    if (status === 500) run.odd.push(`the analysis answered ${status}`);
    return;
  }
  for (const aviso of body.avisos) run.said.add(aviso);
  return body;
}

/**
 * Returns false while the conta needs a reconnection. After the fault it presses 'Reconectar'.
 */
async function reconnect(site: Site, run: Run, { isOver }: Fault): Promise<boolean> {
  const { account } = run;
  const conta = await ask<Problem & { situacao: string }>(site, run, 'GET', `/api/contas/${account.contaId}`);
  if (conta?.situacao !== 'reconectar') return true;
  run.said.add('Reconectar.');
  if (isOver) await site.reconnect(account);
  return false;
}

/** Answers that say, as in normal operation, that the application may not see a resource. */
const REFUSED: readonly Pair['kind'][] = ['403', '403-politica', 'sem-permissao'];

type Begin = (site: Site, run: Run, fault: Fault) => Promise<Step>;

export const WORKS: Readonly<Record<WorkName, Begin>> = {
  sync: async (site, run, fault) => async () => {
    const answer = await look(site, run);
    await reconnect(site, run, fault);
    if (!answer) return false;
    const { sincronia, avisos } = answer;
    return !sincronia.em_andamento && sincronia.sincronizado_ate !== null && avisos.length === 0;
  },

  /**
   * Finishes when the analysis has no warnings and contains the listings, the profile and the reputation too.
   */
  analysis: async (site, run, fault) => async () => {
    const answer = await look(site, run);
    await reconnect(site, run, fault);
    if (!answer || answer.avisos.length > 0 || answer.sincronia.sincronizado_ate === null) return false;
    return answer.listings !== null && answer.user !== null && answer.reputation !== null;
  },

  /**
   * Orders change, and the product reads each notified order. The notifications come twice and in random
   * order.
   */
  notifications: async (site, run, fault) => {
    const { seller } = run.account;
    const changed = (await site.orders(seller)).filter(({ status }) => status === 'paid').slice(0, 3);
    const recursos = changed.map(({ id }) => `/orders/${id}`);
    for (const [n, { id }] of changed.entries()) {
      await site.standIn.control('POST', '/relogio', { avancarSegundos: 1, parado: true });
      await site.standIn.control('POST', `/vendas/${id}/${n === 0 ? 'cancelar' : 'reembolsar'}`);
    }
    const again = { vendedor: seller, topico: 'orders_v2', recursos, copias: 2, embaralhar: true };
    await site.standIn.control('POST', '/notificacoes', again);
    return async () => {
      await look(site, run);
      const isActive = await reconnect(site, run, fault);
      // Correct sums during the fault prove nothing yet, because a pending retry can still change them.
      return fault.isOver && isActive && (await wrongSums(site, run.account)).length === 0;
    };
  },

  /** Sales are made, leave and come back, and the stock follows. */
  sales: async (site, run, fault) => {
    const { account, shop } = run;
    if (!shop) throw new Error('a run of sales needs a shop');
    await sellAll(site, account, shop);
    const isRefused = REFUSED.includes(run.pair.kind);
    return async () => {
      const isActive = await reconnect(site, run, fault);
      if (!fault.isOver || !isActive) return false;
      if (isRefused) await anHourPasses(site, account);
      if (await hasNews(site, account)) return false;
      run.lacks = await wrongSales(site, account, shop);
      if (run.lacks.length > 0 && isRefused) await twoDaysPass(site, account);
      return run.lacks.length === 0;
    };
  },

  freights: async (site, run, fault) => async () => {
    const isActive = await reconnect(site, run, fault);
    await hurry(site, run.account, 'faturas.fretes');
    run.lacks = await wrongFreights(site, run.account);
    return fault.isOver && isActive && run.lacks.length === 0;
  },

  bills: async (site, run, fault) => async () => {
    const isActive = await reconnect(site, run, fault);
    await hurry(site, run.account, 'faturas.ler');
    run.lacks = await wrongBills(site, run.account);
    return fault.isOver && isActive && run.lacks.length === 0;
  },

  /** A person prints the label of a parcel until it is whole. */
  labels: async (site, run, fault) => {
    const parcel = packedBy(run);
    return async () => {
      const isActive = await reconnect(site, run, fault);
      return isActive && (await printLabel(site, run, parcel)) && fault.isOver;
    };
  },

  /** A person sends the invoice of a parcel until the marketplace has it. */
  notes: async (site, run, fault) => {
    const parcel = packedBy(run);
    if (run.pair.route === SENT_NOTE)
      await site.standIn.misbehave({
        ...{ 'mercado-livre': 'fora-depois', vezes: 1 },
        rota: `POST /shipments/:id/invoice_data ${run.account.seller}`,
      });
    return async () => (await reconnect(site, run, fault)) && (await sendNote(site, run, parcel));
  },

  import: async (site, run, fault) => {
    const { contaId } = run.account;
    const [deposito_id, fornecedor_id] = await shelves(site, run);
    const create = async () => {
      const body = { conta_id: contaId, estados: ['ativos', 'pausados', 'encerrados'] };
      const begun = await ask<Importacao>(site, run, 'POST', '/api/importacoes', body);
      if (begun) run.importacaoId = begun.id;
    };
    await create();
    return async () => {
      await reconnect(site, run, fault);
      if (run.importacaoId === undefined) {
        if (fault.isOver) await create();
        return false;
      }
      const path = `/api/importacoes/${run.importacaoId}`;
      const importacao = await ask<Importacao>(site, run, 'GET', path);
      if (!importacao) return false;
      if (importacao.aviso !== null) run.said.add(importacao.aviso);
      if (importacao.situacao === 'pronta') {
        if (importacao.contagem.conferir > 0)
          await ask(site, run, 'PUT', `${path}/anuncios`, { grupo: 'conferir', acao: 'ligar' });
        await ask(site, run, 'POST', `${path}/iniciar`, { deposito_id, fornecedor_id, estoque_full: false });
      }
      if (importacao.situacao === 'interrompida' && fault.isOver)
        await ask(site, run, 'POST', `${path}/retomar`);
      if (importacao.situacao !== 'concluida') return false;
      // Counts the anuncios that were refused with the advice to import them later.
      const late = await site.lateOnes(run.importacaoId);
      if (late === 0) return true;
      run.said.add('Importe de novo mais tarde.');
      if (fault.isOver) await create();
      return false;
    };
  },

  disconnect: async (site, run) => {
    await ask(site, run, 'DELETE', `/api/contas/${run.account.contaId}`);
    return async () => !(await site.hasTokens(run.account));
  },
};

function packedBy({ parcel }: Run): Parcel {
  if (!parcel) throw new Error('a run of labels or notes needs a parcel');
  return parcel;
}

async function shelves(site: Site, run: Run): Promise<readonly [string, string]> {
  const made = (path: string, body: object) => ask<Problem & { id: string }>(site, run, 'POST', path, body);
  const deposito = await made('/api/depositos', { nome: 'Loja', descricao: null, ...NO_ADDRESS });
  const fornecedor = await made('/api/fornecedores', {
    nome: 'Distribuidora',
    cpf_cnpj: '19131243000197',
    email: 'compras@exemplo.com.br',
    telefone: null,
    ...NO_ADDRESS,
  });
  if (!deposito || !fornecedor)
    throw new Error(`the deposito or the fornecedor was refused: ${[...run.said]}`);
  return [deposito.id, fornecedor.id];
}
