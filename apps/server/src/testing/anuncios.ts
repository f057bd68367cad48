import type { AbaDeAnuncios, BlocoDeAnuncios, ResumoDeAnuncios } from '@prumo/contract/anuncios.ts';
import { expect } from 'vitest';
import { compareSome } from '#modules/anuncios/comparar.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { Client } from './harness.ts';

interface Place {
  empresaId: string;
}

type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

interface Stored {
  anuncio_id: string;
  variacao_id?: string;
  seller_id: string;
  titulo?: string;
  estado?: string;
  pausado_por?: string | null;
  quantidade?: number;
  is_full?: boolean;
  produto_id?: string | null;
  produto_fisico?: string | null;
  sumiu?: boolean;
}

/** Stores a unit as a reading of the conta would. */
export const storeAnuncio = (
  sql: Sql,
  { empresaId }: Place,
  { anuncio_id, seller_id, ...rest }: Stored,
): Promise<unknown> =>
  sql(
    `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, variacao_id, titulo, estado, pausado_por,
       categoria_externa_id, sku, sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id, produto_fisico, sumiu_em)
     values ($1, 'mercado-livre', $2, $3, $4, $5, $6, $7, 'MLB1', $3, false, 25, $8, $9, now(), $10, $11, case when $12 then now() end)`,
    [
      ...[empresaId, seller_id, anuncio_id, rest.variacao_id ?? '', rest.titulo ?? 'Filtro de óleo'],
      ...[rest.estado ?? 'ativo', rest.pausado_por ?? null, rest.quantidade ?? 5, rest.is_full ?? false],
      ...[rest.produto_id ?? null, rest.produto_fisico ?? null, rest.sumiu ?? false],
    ],
  );

/** Compares all changed anuncios of the empresa as the worker does. */
export async function compareAll(db: Database, { empresaId }: Place): Promise<void> {
  while (await db.write(systemAccess(empresaId), compareSome));
}

/** Reads all pages of the list. */
export async function listOf(ana: Client, query = ''): Promise<BlocoDeAnuncios[]> {
  const all: BlocoDeAnuncios[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await ana.get(`/api/anuncios?${query}${more}`);
    expect(page.statusCode, page.body).toBe(200);
    all.push(...page.json().itens);
    cursor = page.json().proximo;
  }
  return all;
}

/** The ids of the anuncios of each bloco. */
export const idsOf = (blocos: readonly BlocoDeAnuncios[]) =>
  blocos.map(({ unidades }) => unidades.map(({ anuncio_id }) => anuncio_id));

export async function countsOf(ana: Client): Promise<Partial<Record<AbaDeAnuncios, number>>> {
  const { abas } = (await ana.get('/api/anuncios/resumo')).json() as ResumoDeAnuncios;
  return Object.fromEntries(abas.map(({ aba, total }) => [aba, total]));
}
