import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';
import { Concluida, VendaBalcaoInput } from '@prumo/contract/vendas-balcao.ts';
import { ProblemError } from '#lib/api.ts';
import { isCodigo, type Leitura, type Resposta, respostaOf, respostaText } from './leituras.ts';
import {
  beyond,
  bodyOf,
  type ItemDoRascunho,
  nextOf,
  type Rascunho,
  withOne,
  withPrecos,
  withPrecosLidos,
} from './rascunho.ts';
import { type Erros, errosOf, type Pergunta, perguntaOf } from './recusa.ts';

export interface Estado {
  rascunho: Rascunho;
  erros: Erros;
  refusal: string | undefined;
  pergunta: Pergunta | undefined;
  busy: boolean;
  /** The codes and searches that wait for their answer. */
  waiting: number;
  /** Codes that brought no produto into the sale, by the id of their leitura. */
  respostas: Readonly<Record<string, Resposta>>;
  /** What the last search by words found. */
  achados: readonly ProdutoEncontrado[] | undefined;
  says: string | undefined;
}

interface Parts {
  start: Rascunho;
  /** Keeps the sale for a reload. */
  keep: (rascunho: Rascunho) => void;
  find: (busca: string) => Promise<readonly ProdutoEncontrado[]>;
  send: (body: VendaBalcaoInput) => Promise<{ id: string }>;
  onSold: (id: string) => void;
  /** An earlier request had concluded the sale, with other content. What it did not sell is the next sale. */
  onEarlier: (sale: Concluida['concluida'], mensagem: string) => void;
  /** The person cleared a sale whose request had no answer, so it may have been concluded. */
  onUnsure: () => void;
  /** A code brought no produto into the sale. */
  onStrange: () => void;
}

/**
 * The sale that is being made. Codes, searches and the conclusion run one after the other, in the order in which the person
 * made them. So a code that is read while a sale is concluded belongs to the next sale, and if the sale is refused, to this one.
 */
export function vendaStore({ start, keep, find, send, onSold, onEarlier, onUnsure, onStrange }: Parts) {
  let estado: Estado = {
    ...{ rascunho: start, erros: {}, refusal: undefined, pergunta: undefined, busy: false, waiting: 0 },
    ...{ respostas: {}, achados: undefined, says: undefined },
  };
  const listeners = new Set<() => void>();
  let turn: Promise<unknown> = Promise.resolve();
  /** Until a sale is concluded or refused, and its question answered, no answer changes it. */
  let held: PromiseWithResolvers<void> | undefined;
  let isOpen = false;

  function set(part: Partial<Estado>) {
    estado = { ...estado, ...part };
    for (const listener of listeners) listener();
  }
  function write(part: Partial<Rascunho>, more: Partial<Estado> = {}) {
    const rascunho = { ...estado.rascunho, ...part };
    set({ ...more, rascunho });
    keep(rascunho);
  }
  const change = (part: Partial<Rascunho>) => write(part, { erros: {}, refusal: undefined });
  const itens = () => estado.rascunho.itens;
  const without = (id: string) => estado.rascunho.leituras.filter((leitura) => leitura.id !== id);

  function queue(task: () => Promise<void>) {
    set({ waiting: estado.waiting + 1 });
    turn = turn.then(task, task).finally(() => set({ waiting: estado.waiting - 1 }));
  }

  async function answerTo(busca: string): Promise<Resposta> {
    const resposta = await find(busca).then(
      respostaOf,
      (error: unknown): Resposta => ({
        is: 'falha',
        mensagem: error instanceof ProblemError ? error.message : 'A busca falhou. Tente de novo.',
      }),
    );
    await held?.promise;
    return resposta;
  }

  async function ask({ id, busca }: Leitura): Promise<void> {
    const resposta = await answerTo(busca);
    // The page was left, and asks again when it comes back. Or the person discarded the code.
    if (!isOpen || !estado.rascunho.leituras.some((leitura) => leitura.id === id)) return;
    const says = respostaText(busca, resposta);
    if (resposta.is === 'um')
      return write({ leituras: without(id), itens: withOne(itens(), resposta.produto) }, { says });
    set({ says, respostas: { ...estado.respostas, [id]: resposta } });
    onStrange();
  }

  async function search(busca: string): Promise<void> {
    const resposta = await answerTo(busca);
    if (!isOpen) return;
    const more = {
      says: respostaText(busca, resposta),
      achados: resposta.is === 'varios' ? resposta.achados : undefined,
    };
    if (resposta.is === 'um') write({ itens: withOne(itens(), resposta.produto) }, more);
    else set(more);
  }

  async function sell(prometidas: VendaBalcaoInput['prometidas'] = []): Promise<void> {
    // The id stays with the sale until the server says what became of it, also when the person changes the sale meanwhile.
    const id = estado.rascunho.id ?? crypto.randomUUID();
    const body = VendaBalcaoInput.safeParse({ ...bodyOf(estado.rascunho), prometidas, id });
    if (!body.success) {
      set({ busy: false, pergunta: undefined, erros: errosOf(body.error.issues, itens()) });
      return release();
    }
    held ??= Promise.withResolvers();
    write({ id }, { busy: true, erros: {}, refusal: undefined });
    try {
      const sold = await send(body.data);
      beginNext();
      onSold(sold.id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      refused(error);
    } finally {
      set({ busy: false });
      if (!estado.pergunta) release();
    }
  }

  /** The codes that remain were read after the sale was sent. */
  const beginNext = (rest: readonly ItemDoRascunho[] = []) =>
    write(
      { ...nextOf(estado.rascunho), itens: rest, leituras: estado.rascunho.leituras },
      { pergunta: undefined, erros: {}, refusal: undefined, achados: undefined, says: undefined },
    );

  function refused(error: ProblemError) {
    const { atual, campos } = error.problem;
    const earlier = Concluida.safeParse(atual);
    if (earlier.success) {
      beginNext(beyond(itens(), earlier.data.concluida.itens));
      return onEarlier(earlier.data.concluida, error.message);
    }
    // The server has stored this refusal under the id, so nothing was sold, and the next attempt needs another id. Every other
    // failure says nothing about an earlier request of this id.
    if (error.status >= 400 && error.status < 500 && (atual || campos)) write({ id: null });
    const pergunta = perguntaOf(atual);
    if (pergunta) return set({ pergunta });
    // Without an answer the screen says what the missing confirmation means.
    const says = campos || error.status === 0 ? undefined : error.message;
    set({ pergunta: undefined, erros: campos ?? {}, refusal: says });
  }

  function release() {
    held?.resolve();
    held = undefined;
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    estado: () => estado,
    /** The page is there. Codes that it had no answer for are asked again. Returns the function that ends it. */
    open() {
      isOpen = true;
      for (const leitura of estado.rascunho.leituras)
        if (!estado.respostas[leitura.id]) queue(() => ask(leitura));
      return () => {
        isOpen = false;
      };
    },
    change,
    changeItem: (produtoId: string, part: Partial<ItemDoRascunho>) =>
      change({ itens: itens().map((item) => (item.produto_id === produtoId ? { ...item, ...part } : item)) }),
    remove: (produtoId: string) =>
      change({ itens: itens().filter(({ produto_id }) => produto_id !== produtoId) }),
    find(busca: string) {
      if (!isCodigo(busca)) return queue(() => search(busca));
      const leitura = { id: crypto.randomUUID(), busca };
      write({ leituras: [...estado.rascunho.leituras, leitura] });
      queue(() => ask(leitura));
    },
    findAgain(leitura: Leitura) {
      const { [leitura.id]: _, ...respostas } = estado.respostas;
      set({ respostas });
      queue(() => ask(leitura));
    },
    /** Takes the produto that the person chose among those of a code or of a search. */
    choose(produto: ProdutoEncontrado, leitura?: Leitura) {
      const leituras = leitura ? without(leitura.id) : estado.rascunho.leituras;
      const says = respostaText('', { is: 'um', produto });
      write(
        { leituras, itens: withOne(itens(), produto) },
        { says, ...(!leitura && { achados: undefined }), erros: {}, refusal: undefined },
      );
    },
    discard: (leitura: Leitura) => write({ leituras: without(leitura.id) }, { refusal: undefined }),
    forget: () => set({ achados: undefined }),
    clear() {
      const { id } = estado.rascunho;
      write(
        { ...nextOf(estado.rascunho) },
        { erros: {}, refusal: undefined, respostas: {}, achados: undefined, says: undefined },
      );
      if (id !== null) onUnsure();
    },
    /** Concludes the sale after the codes that were read before. */
    conclude() {
      // The question decides first. A conclusion behind it would wait for a code that waits for the question.
      if (estado.busy || estado.pergunta) return;
      set({ busy: true });
      const before = new Set(estado.rascunho.leituras.map(({ id }) => id));
      queue(async () => {
        if (estado.rascunho.leituras.some(({ id }) => before.has(id)))
          return set({
            busy: false,
            refusal:
              'Há códigos lidos que não entraram na venda. Escolha a peça ou descarte cada um e conclua de novo.',
          });
        await sell();
      });
    },
    /** Answers the question with yes. */
    async accept() {
      const { pergunta, busy } = estado;
      if (!pergunta || busy) return;
      if (pergunta.is === 'precos') write({ itens: withPrecos(itens(), pergunta.precos) });
      const prometidas = pergunta.is === 'prometidas' ? pergunta.prometidas : [];
      await sell(prometidas.map(({ produto_id, quantidade }) => ({ produto_id, quantidade })));
    },
    /** Goes back to the sale. The person has seen the new prices, so each item notes them as read and keeps its own. */
    goBack() {
      const { pergunta } = estado;
      set({ pergunta: undefined });
      if (pergunta?.is === 'precos')
        write(
          { itens: withPrecosLidos(itens(), pergunta.precos) },
          {
            refusal:
              'Os preços da venda continuam como estavam. Confira-os e conclua de novo para vender por eles.',
          },
        );
      release();
    },
  };
}
