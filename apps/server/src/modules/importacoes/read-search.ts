import { isMarketplaceError } from '#modules/contas/marketplace.ts';
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

/** How often a search begins anew in one turn: a scroll that dies again and again is a failure to be told. */
const BEGINNINGS = 4;

const BEGINNING: Varredura = {
  busca: 0,
  scroll: null,
  avesso: false,
  andados: 0,
  da_frente: 0,
  do_fim: 0,
  repetida: false,
  vistos: 0,
  total: null,
  antes: 0,
};

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
    let varredura = { ...BEGINNING, ...(await db.read(access, (tx) => selectVarredura(tx, id))) };
    for (let beginning = 1; Date.now() < until; ) {
      const { busca, avesso, scroll } = varredura;
      const search = {
        userId: user_ml_id,
        status: searches[busca],
        reversed: avesso,
        scrollId: scroll ?? undefined,
      };
      try {
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
          if (varredura.scroll === null || Date.now() >= until) break;
        }
      } catch (error) {
        const anew = anewAfter(varredura);
        if (!isMarketplaceError(error, 'misconfigured') || !anew || beginning++ === BEGINNINGS) throw error;
        varredura = anew;
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

function after(varredura: Varredura, { ids, scrollId, total: said }: ItemPage, fresh: number): Varredura {
  const { avesso, da_frente, do_fim } = varredura;
  const andados = varredura.andados + ids.length;
  const vistos = varredura.vistos + fresh;
  const total = said ?? varredura.total;
  const next = {
    ...varredura,
    scroll: scrollId,
    andados,
    da_frente: avesso ? da_frente : Math.max(da_frente, andados),
    do_fim: avesso ? Math.max(do_fim, andados) : do_fim,
    vistos,
    total,
  };
  // Begun anew from the other end, it has met what was found before.
  const hasMet = fresh === 0 && vistos >= (total ?? Number.POSITIVE_INFINITY);
  if (scrollId !== null && !hasMet) return next;
  // A page may have been lost with somebody who was killed: what was found once is not doubled by looking again.
  if (vistos < (total ?? 0) && !varredura.repetida)
    return { ...next, scroll: null, avesso: false, andados: 0, repetida: true };
  return { ...BEGINNING, busca: varredura.busca + 1, antes: varredura.antes + vistos };
}

/**
 * Where to begin after the scroll died: at the end of the anuncios from which fewer are known, because all of them have
 * to be walked through again. Nothing if it died at its very beginning, unless what was refused is the other order.
 */
function anewAfter(varredura: Varredura): Varredura | null {
  const { avesso, andados, da_frente, do_fim } = varredura;
  if (andados === 0 && !avesso) return null;
  return { ...varredura, scroll: null, avesso: andados > 0 && do_fim < da_frente, andados: 0 };
}
