import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';
import { Prometidas, VendaBalcaoInput, vendasBalcao } from '@prumo/contract/vendas-balcao.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, ProblemError, traceOf } from '#lib/api.ts';
import { useKept } from '#lib/drafts/use-kept.ts';
import { saveKeys } from '#lib/save-key.ts';
import { bodyOf, type ItemDoRascunho, nextOf, type Rascunho, VAZIO, withOne } from './rascunho.ts';

export type Erros = Readonly<Record<string, string>>;

/** What the person has to decide: these units are promised to pedidos. */
export type Pergunta = Prometidas['prometidas'];

/** The sale that is being made, and its conclusion. */
export function useVenda(onSold: (id: string) => void) {
  const queryClient = useQueryClient();
  const [kept, keep] = useKept<Rascunho>('venda no balcão', VAZIO);
  // A scan may arrive before React has drawn the one before.
  const latest = useRef(kept);
  const [keys] = useState(() => {
    const made = saveKeys();
    made.resume(kept.chave ?? undefined);
    return made;
  });
  const [erros, setErros] = useState<Erros>({});
  const [refusal, setRefusal] = useState<string>();
  const [pergunta, setPergunta] = useState<Pergunta>();
  const [busy, setBusy] = useState(false);

  function write(next: Rascunho) {
    latest.current = next;
    keep(next);
  }
  function change(part: Partial<Rascunho>) {
    write({ ...latest.current, ...part });
    setErros({});
    setRefusal(undefined);
  }
  const changeItem = (produtoId: string, part: Partial<ItemDoRascunho>) =>
    change({
      itens: latest.current.itens.map((item) =>
        item.produto_id === produtoId ? { ...item, ...part } : item,
      ),
    });

  async function conclude(prometidas: VendaBalcaoInput['prometidas'] = []) {
    if (busy) return;
    const content = { ...bodyOf(latest.current), prometidas };
    const body = VendaBalcaoInput.safeParse({ ...content, id: keys.keyFor(content) });
    if (!body.success) {
      setErros(errosOf(body.error.issues, latest.current));
      return;
    }
    write({ ...latest.current, chave: keys.last() ?? null });
    setBusy(true);
    setErros({});
    setRefusal(undefined);
    try {
      const { id } = await call(vendasBalcao.create, { body: body.data, idempotencyKey: body.data.id });
      keys.forget();
      write(nextOf(latest.current));
      setPergunta(undefined);
      void queryClient.invalidateQueries();
      onSold(id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      refused(error);
    } finally {
      setBusy(false);
    }
  }

  function refused(error: ProblemError) {
    console.error('A venda foi recusada', traceOf(error));
    // The server keeps a refusal under the id of the sale, so the next attempt needs a new one. Without an answer the sale
    // may be stored, so a repetition keeps the id.
    if (error.status >= 400 && error.status < 500) {
      keys.forget();
      write({ ...latest.current, chave: null });
    }
    const asked = Prometidas.safeParse(error.problem.atual);
    setPergunta(asked.data?.prometidas);
    if (asked.success) return;
    setErros(error.problem.campos ?? {});
    setRefusal(error.problem.campos ? undefined : error.message);
    void queryClient.invalidateQueries({ queryKey: ['movimentos'] });
  }

  return {
    rascunho: kept,
    erros,
    refusal,
    pergunta,
    busy,
    change,
    changeItem,
    add: (produto: ProdutoEncontrado) => change({ itens: withOne(latest.current.itens, produto) }),
    remove: (produtoId: string) =>
      change({ itens: latest.current.itens.filter(({ produto_id }) => produto_id !== produtoId) }),
    clear: () => {
      keys.forget();
      change(nextOf(latest.current));
    },
    conclude,
    /** Sells the promised units that the question named. */
    sellAnyway: () =>
      conclude((pergunta ?? []).map(({ produto_id, quantidade }) => ({ produto_id, quantidade }))),
    goBack: () => setPergunta(undefined),
  };
}

export type Venda = ReturnType<typeof useVenda>;

/** The sentences of a refusal by the contract, under the names that the server uses: an item by its produto. */
function errosOf(issues: readonly { path: PropertyKey[]; message: string }[], { itens }: Rascunho): Erros {
  const erros: Record<string, string> = {};
  for (const { path, message } of issues) {
    const [field, index] = path;
    const item = field === 'itens' && typeof index === 'number' ? itens[index] : undefined;
    const name = item ? `itens.${item.produto_id}` : String(field);
    erros[name] ??= message;
  }
  return erros;
}
