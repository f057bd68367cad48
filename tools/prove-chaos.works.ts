import type { Pair, WorkName } from './prove-chaos.pairs.ts';
import type { Account, Site } from './prove-chaos.site.ts';
import { type Answer, analyse, wrongSums } from './prove-chaos.sums.ts';

/** Whether the fault is over by now: until then nobody presses anything. */
export interface Fault {
  isOver: boolean;
}

export interface Run {
  pair: Pair;
  account: Account;
  /** What the screens were told to show. */
  said: Set<string>;
  /** Answers nobody can make anything of. */
  odd: string[];
  /** The last importacao. */
  importacaoId: string | undefined;
  isDone: boolean;
}

export const aRun = (pair: Pair, account: Account): Run => ({
  pair,
  account,
  said: new Set(),
  odd: [],
  importacaoId: undefined,
  isDone: false,
});

/** A look at the screen, and whatever it says is to be pressed; true when the work is through. */
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

/** What the screen asked for; undefined where it was refused, which it says. */
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

/** 'Reconectar', as the conta offers it; false where it does. */
async function reconnect(site: Site, run: Run, { isOver }: Fault): Promise<boolean> {
  const { account } = run;
  const conta = await ask<Problem & { situacao: string }>(site, run, 'GET', `/api/contas/${account.contaId}`);
  if (conta?.situacao !== 'reconectar') return true;
  run.said.add('Reconectar.');
  if (isOver) await site.connect(account, account.seller);
  return false;
}

type Begin = (site: Site, run: Run, fault: Fault) => Promise<Step>;

export const WORKS: Readonly<Record<WorkName, Begin>> = {
  sync: async (site, run, fault) => async () => {
    const answer = await look(site, run);
    await reconnect(site, run, fault);
    if (!answer) return false;
    const { sincronia, avisos } = answer;
    return !sincronia.em_andamento && sincronia.sincronizado_ate !== null && avisos.length === 0;
  },

  /** As above, and all that Mercado Livre tells of the seller. */
  analysis: async (site, run, fault) => async () => {
    const answer = await look(site, run);
    await reconnect(site, run, fault);
    if (!answer || answer.avisos.length > 0 || answer.sincronia.sincronizado_ate === null) return false;
    return answer.listings !== null && answer.user !== null && answer.reputation !== null;
  },

  /** Orders change, and whoever is told asks what they are now. Told twice, and the last first. */
  notifications: async (site, run, fault) => {
    const { seller } = run.account;
    const changed = (await site.orders(seller)).filter(({ status }) => status === 'paid').slice(0, 3);
    const recursos = changed.map(({ id }) => `/orders/${id}`);
    for (const [n, { id }] of changed.entries()) {
      await site.control('/relogio', { avancarSegundos: 1, parado: true });
      await site.control(`/vendas/${id}/${n === 0 ? 'cancelar' : 'reembolsar'}`, {});
    }
    const again = { vendedor: seller, topico: 'orders_v2', recursos, copias: 2, embaralhar: true };
    await site.control('/notificacoes', again);
    return async () => {
      await look(site, run);
      const isActive = await reconnect(site, run, fault);
      // Until then it may yet be read again.
      return fault.isOver && isActive && (await wrongSums(site, run.account)).length === 0;
    };
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
      // Those that were refused say that they can be had later.
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

const ADDRESS = ['cep', 'estado', 'cidade', 'endereco', 'bairro', 'numero', 'complemento'];

async function shelves(site: Site, run: Run): Promise<readonly [string, string]> {
  const made = (path: string, body: object) => ask<Problem & { id: string }>(site, run, 'POST', path, body);
  const place = Object.fromEntries(ADDRESS.map((name) => [name, null]));
  const deposito = await made('/api/depositos', { nome: 'Loja', descricao: null, ...place });
  const fornecedor = await made('/api/fornecedores', {
    nome: 'Distribuidora',
    cpf_cnpj: '19131243000197',
    email: 'compras@exemplo.com.br',
    telefone: null,
    ...place,
  });
  if (!deposito || !fornecedor) throw new Error(`nothing to import into: ${[...run.said]}`);
  return [deposito.id, fornecedor.id];
}
