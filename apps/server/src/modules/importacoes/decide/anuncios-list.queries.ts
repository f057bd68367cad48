import { MAX_PALAVRAS } from '@prumo/contract/endpoint.ts';
import type { AnuncioProposto, GrupoDeAnuncios } from '@prumo/contract/importacoes-anuncios.ts';
import * as z from 'zod';
import { GROUPS } from '#modules/importacoes/importacoes.queries.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';

const PAGE = 50;

interface Asked {
  importacaoId: string;
  grupo: GrupoDeAnuncios;
  busca?: string | undefined;
  cursor?: string | undefined;
}

interface Page {
  itens: AnuncioProposto[];
  de: number;
  anterior: string | null;
  proximo: string | null;
  total: number | null;
  parcial: boolean;
}

/** A keyset cursor: the direction, the row to continue from, and the position of the first row shown. */
const Cursor = z.tuple([z.enum(['depois', 'antes']), z.string(), z.string(), z.int().min(1)]);
type Cursor = z.infer<typeof Cursor>;

/**
 * Matches words in any order, each at the beginning of a word. Only the first twelve distinct words narrow the search.
 */
const SEARCH = `and not exists (
  select from (select w.word from regexp_split_to_table(trim(normalize_text($3)), '\\s+') with ordinality w (word, n)
    group by w.word order by min(w.n) limit ${MAX_PALAVRAS}) w
  where a.busca not like '% ' || replace(replace(replace(w.word, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%')`;

const ANUNCIO = `anuncios a on a.empresa_id = $1 and (a.marketplace, a.seller_id) = (
  select n.marketplace, n.seller_id from importacoes n where n.empresa_id = $1 and n.id = $2)
  and a.anuncio_id = i.anuncio_id and a.variacao_id = i.variacao_id`;

/** Selects the keys of the page first, and then joins the columns to show. */
function textOf(grupo: GrupoDeAnuncios, hasSearch: boolean, direction: Cursor[0]): string {
  const [compare, order] = direction === 'depois' ? ['>', 'asc'] : ['<', 'desc'];
  const sorted = `order by i.anuncio_id ${order}, i.variacao_id ${order}`;
  return `
    select i.anuncio_id, i.variacao_id, coalesce(a.titulo, '') as titulo, coalesce(a.variacao, '') as variacao,
      coalesce(a.estado, '') as estado, a.miniatura,
      coalesce(a.sku, i.anuncio_id) as sku, coalesce(a.sku_proprio, false) as sku_proprio, a.marca,
      coalesce(a.gtins || a.codigos, '{}') as codigos, coalesce(a.preco, 0)::numeric(12, 2)::text as preco,
      coalesce(a.quantidade, 0)::numeric(12, 2)::text as quantidade, i.is_full as full,
      coalesce(cardinality(a.fotos), 0) as fotos, i.acao,
      (select jsonb_build_object('id', p.id, 'nome', p.nome, 'sku', p.sku) from produtos p
        where p.empresa_id = $1 and p.id = i.produto_id) as produto,
      i.confianca, i.por, i.conferido, i.preenche, i.resultado, i.motivo
    from (
      select i.* from importacao_itens i ${hasSearch ? `join ${ANUNCIO}` : ''}
      where i.empresa_id = $1 and i.importacao_id = $2 and ${GROUPS[grupo]}
        and (i.anuncio_id, i.variacao_id) ${compare} ($4, $5)
        ${hasSearch ? SEARCH : "and $3 = ''"}
      ${sorted} limit ${PAGE + 1}
    ) i left join ${ANUNCIO} ${sorted}`;
}

/** Lists the anuncios in the order of their ids. */
export async function selectAnunciosPropostos(
  tx: TenantDb,
  { importacaoId, grupo, busca = '', cursor }: Asked,
): Promise<Page> {
  const [direction, anuncioId, variacaoId, place] = cursor === undefined ? START : decode(cursor);
  const hasSearch = busca !== '';
  const rows = await tx.query<AnuncioProposto>(textOf(grupo, hasSearch, direction), [
    importacaoId,
    busca,
    anuncioId,
    variacaoId,
  ]);
  const isBack = direction === 'antes';
  const more = rows.length > PAGE;
  const itens = rows.slice(0, PAGE);
  if (isBack) itens.reverse();
  const de = isBack ? Math.max(1, place - itens.length) : place;
  const end = de + itens.length - 1;
  const [first, last] = [itens[0], itens.at(-1)];
  const hasPrevious = isBack ? more : cursor !== undefined;
  const hasNext = isBack || more;
  return {
    itens,
    de,
    anterior: hasPrevious && first ? encode(['antes', first.anuncio_id, first.variacao_id, de]) : null,
    proximo: hasNext && last ? encode(['depois', last.anuncio_id, last.variacao_id, end + 1]) : null,
    total: hasNext ? null : end,
    parcial: false,
  };
}

const START: Cursor = ['depois', '', '', 1];

const encode = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decode(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw new AppError('invalid', 'Esta página da lista não existe mais. Volte ao início da lista.', {
      cause,
    });
  }
}
