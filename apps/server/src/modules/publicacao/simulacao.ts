import {
  type MudancaSimulada,
  type SimulacaoDeEnvio,
  TIPOS_DE_MUDANCA,
  type TipoDeMudanca,
} from '@prumo/contract/publicacao.ts';
import * as z from 'zod';
import { selectProdutosById } from '#modules/anuncios/anuncios.queries.ts';
import { readDisponivel } from '#modules/anuncios/metas/disponivel.ts';
import {
  countMudancas,
  type Mudanca,
  type Seller,
  selectMudancas,
} from '#modules/anuncios/mudancas.queries.ts';
import { unitsOf } from '#modules/anuncios/situacao.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { readCursor, writeCursor } from '#platform/http/cursor.ts';

interface Asked {
  tipo?: TipoDeMudanca | undefined;
  cursor?: string | undefined;
  limite: number;
}

type Pagina = Pick<SimulacaoDeEnvio, 'itens' | 'proximo'>;

/** Counts what would be sent to the anuncios of a seller, and reads one page of it. */
export async function simular(tx: TenantDb, seller: Seller, asked: Asked): Promise<SimulacaoDeEnvio> {
  const [counted, page] = await Promise.all([countMudancas(tx, seller), readMudancas(tx, seller, asked)]);
  return {
    tipos: counted.map(({ tipo, total, mais }) => ({ tipo, total, mais })),
    grandes: counted.reduce((sum, { grandes }) => sum + grandes, 0),
    ...page,
  };
}

/** Reads one page of what would be sent, the riskiest first. */
export async function readMudancas(
  tx: TenantDb,
  seller: Seller,
  { tipo, cursor, limite }: Asked,
): Promise<Pagina> {
  const found = await selectMudancas(tx, seller, {
    tipo,
    depois: readCursor(Place, cursor),
    limit: limite + 1,
  });
  const rows = found.slice(0, limite);
  const last = rows.at(-1);
  return {
    itens: await describe(tx, rows),
    proximo: found.length > limite && last ? cursorAfter(last) : null,
  };
}

async function describe(tx: TenantDb, rows: readonly Mudanca[]): Promise<MudancaSimulada[]> {
  const ids = [...new Set(rows.flatMap(({ produto_id }) => produto_id ?? []))];
  const [produtos, disponivel] = await Promise.all([selectProdutosById(tx, ids), readDisponivel(tx, rows)]);
  const byId = new Map(produtos.map((produto) => [produto.id, produto]));
  return rows.flatMap((row) => {
    const produto = byId.get(row.produto_id ?? '');
    // A produto that was deleted since the worker compared it has no anuncio.
    if (!produto || row.meta === null || row.mudanca === null) return [];
    return [
      {
        ...{ anuncio_id: row.anuncio_id, variacao_id: row.variacao_id, titulo: row.titulo },
        ...{ variacao: row.variacao, produto, tipo: row.tipo, cota: row.cota },
        aqui: String(unitsOf(disponivel(row)?.total ?? 0n)),
        publicado: String(row.meta - row.mudanca),
        enviaria: String(row.meta),
      },
    ];
  });
}

const word = z.string().max(100);
const Place = z.strictObject({
  tipo: z.enum(TIPOS_DE_MUDANCA),
  mudanca: z.int32(),
  anuncio_id: word,
  variacao_id: word,
});

const cursorAfter = ({ tipo, mudanca, anuncio_id, variacao_id }: Mudanca) =>
  writeCursor({ tipo, mudanca, anuncio_id, variacao_id });
