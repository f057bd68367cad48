import { type ItemPage, scanItemIds } from '#modules/mercado-livre/items.ts';
import { insertIds, selectVarredura, updateVarredura, type Varredura } from './read.queries.ts';
import {
  accessOf,
  type HeldImportacao,
  holdTurn,
  type ImportParts,
  type Outcome,
  type Turn,
} from './turn.ts';
import { STATUS } from './units-refusal.ts';

const BEGINNING: Varredura = { busca: 0, scroll: null, repetida: false, vistos: 0, total: null, antes: 0 };

/**
 * Finds the ids of all anuncios, each page written with where the next begins: a scroll dies with whoever lost its last
 * answer, and too many left open are refused. Until `until`, then it goes on in the next turn.
 */
export async function searchBatch(
  { db, tokens, client }: ImportParts,
  turn: Turn,
  { importacao, until }: { importacao: HeldImportacao; until: number },
): Promise<Outcome> {
  const access = accessOf(turn);
  const { id, conta_id, user_ml_id, estados } = importacao;
  const searches = searchesOf(estados);
  const conta = { empresaId: turn.empresaId, contaId: conta_id };
  return tokens.withToken(conta, async (accessToken) => {
    const asker = { accessToken, turn: { waits: 'background', key: user_ml_id } } as const;
    let varredura = (await db.read(access, (tx) => selectVarredura(tx, id))) ?? BEGINNING;
    while (Date.now() < until) {
      const status = searches[varredura.busca];
      const search = { userId: user_ml_id, status, scrollId: varredura.scroll ?? undefined };
      for await (const page of scanItemIds(client, asker, search)) {
        const saved = await db.write(access, async (tx) => {
          if ((await holdTurn(tx, turn))?.passo !== 'buscar') return null;
          const next = after(varredura, page, await insertIds(tx, id, page.ids));
          const isDone = next.busca === searches.length;
          await updateVarredura(tx, id, { varredura: next, isDone });
          return { next, isDone };
        });
        if (!saved) return 'lost';
        varredura = saved.next;
        if (saved.isDone) return 'done';
        if (Date.now() >= until) break;
      }
    }
    return 'more';
  });
}

/** Without a filter where all are wanted: one search instead of three. */
function searchesOf(estados: readonly string[]): (string | undefined)[] {
  const wanted = Object.entries(STATUS).flatMap(([estado, status]) =>
    estados.includes(estado) ? status : [],
  );
  return wanted.length === Object.keys(STATUS).length ? [undefined] : wanted;
}

function after(varredura: Varredura, page: ItemPage, fresh: number): Varredura {
  const vistos = varredura.vistos + fresh;
  const total = page.total ?? varredura.total;
  if (page.scrollId !== null) return { ...varredura, scroll: page.scrollId, vistos, total };
  // A page may have been lost with somebody who was killed: what was found once is not doubled by looking again.
  if (vistos < (total ?? 0) && !varredura.repetida)
    return { ...varredura, scroll: null, repetida: true, vistos, total };
  return { ...BEGINNING, busca: varredura.busca + 1, antes: varredura.antes + vistos };
}
