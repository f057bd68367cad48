import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { isShort } from '../kit/arguments.ts';
import { figure, note } from '../kit/figures.ts';
import { RARE } from '../kit/produtos.words.ts';

/** The meaning of each filter as a plain SQL condition on the row `p`. `$2` is the typed text. */
const MEANINGS: Readonly<Record<string, string>> = {
  nome: 'strpos(normalize_text(p.nome), normalize_text($2)) > 0',
  sku: 'strpos(normalize_text(p.sku), normalize_text($2)) > 0',
  marca: 'strpos(normalize_text(m.nome), normalize_text($2)) > 0',
  cod_referencia: `exists (select from unnest(p.cod_referencia) c (code) where strpos(normalize_text(c.code), normalize_text($2)) > 0
    or ((length(code_key($2)) > 2 or code_key($2) = upper(normalize_text($2))) and strpos(code_key(c.code), code_key($2)) > 0))`,
  // This condition is for one word. With several words, the product searches for each of them in the same
  // way.
  busca: `exists (select from unnest(p.cod_referencia || p.nome || p.sku || m.nome) c (code)
      where case when length($2) < 3 then ' ' || normalize_text(c.code) like '% ' || normalize_text($2) || '%'
        else strpos(normalize_text(c.code), normalize_text($2)) > 0 end)
    or exists (select from unnest(p.cod_referencia) c (code) where length(code_key($2)) > 2 and strpos(code_key(c.code), code_key($2)) > 0
      or length($2) < 3 and code_key(c.code) like upper(normalize_text($2)) || '%')
    or code_key($2) = any (p.chaves)`,
};

/**
 * Searches for parts of existing texts, and counts the searches whose result differs from a full scan. The
 * product's search uses an index, which must not omit any produto.
 */
export async function judgeFilters(adminUrl: string, empresaId: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`set app.empresa_id = '${empresaId}'`);
  const { rows: drawn } = await client.query<{
    nome: string;
    sku: string;
    code: string;
    marca: string;
    n: number;
  }>(
    `select p.nome, p.sku, p.cod_referencia[1 + abs(hashtext(p.sku)) % 5] as code, m.nome as marca, abs(hashtext(p.sku || 'x')) as n
     from produtos p join marcas m on m.empresa_id = p.empresa_id and m.id = p.marca_id
     where p.empresa_id = $1 order by md5(p.sku) limit $2`,
    [empresaId, isShort ? 10 : 60],
  );
  let asked = 0;
  let wrong = 0;
  for (const { nome, sku, code, marca, n } of drawn) {
    const words = nome.split(' ');
    const texts = {
      nome: part(nome, n),
      sku: part(sku, n),
      marca: part(marca, n),
      cod_referencia: part(code, n),
      busca: part(
        [words[n % words.length] ?? '', sku, code.replaceAll(' ', ''), marca.replaceAll(' ', '')][n % 4] ??
          '',
        n,
      ),
    };
    for (const [filter, text] of Object.entries(texts)) {
      asked++;
      const { rows } = await client.query<{ differ: number }>(
        `with found as (select unnest(f.ids) as id
             from find_produtos('created_at', true, jsonb_build_object($3::text, $2::text), null, null, 1000000) f),
           meant as (select p.id from produtos p join marcas m on m.empresa_id = p.empresa_id and m.id = p.marca_id
             where p.empresa_id = $1 and (${MEANINGS[filter]}))
         select count(*)::int as differ from found full join meant using (id) where found is null or meant is null`,
        [empresaId, text, filter],
      );
      if (rows[0]?.differ === 0) continue;
      wrong++;
      note(`${filter} "${text}" differs by ${rows[0]?.differ} produtos`);
    }
  }
  await client.end();
  figure('searches whose result differs from a full scan', wrong, { exactly: 0 }, `of ${asked}`);
}

const CARDS = `count(*)::int as total, round(coalesce(sum(p.custo_unitario * p.estoque_inicial), 0), 2)::text as valor,
  count(*) filter (where p.estoque_inicial = 0)::int as zerados, count(distinct p.marca_id)::int as marcas`;

/**
 * The filters whose cards are checked. In the large empresa some match nearly all produtos and some only a
 * few. `judgeFilters` covers `busca`.
 */
const CARDS_ASKED: readonly (readonly [filter: string, text: string])[] = [
  ['nome', 'a'],
  ['nome', 'filtro'],
  ['nome', RARE],
  ['sku', '7'],
  ['marca', 'bosch'],
  ['cod_referencia', '789'],
];

/**
 * Compares the cards with a full scan and returns one line for each difference. Cards that are marked exact
 * or were requested as exact must equal the full scan. Other cards must not count more produtos than match.
 */
export async function cardFindings(adminUrl: string, empresaId: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`set app.empresa_id = '${empresaId}'`);
  const findings: string[] = [];
  for (const [filter, text] of CARDS_ASKED) {
    const answer = async (bounded: boolean) =>
      (
        await client.query<{ exato: boolean; total: number }>(
          `select exato, total::int, round(valor, 2)::text as valor, zerados::int, marcas::int
           from resume_produtos(jsonb_build_object($1::text, $2::text), $3)`,
          [filter, text, bounded],
        )
      ).rows[0];
    const { rows } = await client.query<{ total: number }>(
      `select true as exato, ${CARDS} from produtos p join marcas m on m.empresa_id = p.empresa_id and m.id = p.marca_id
       where p.empresa_id = $1 and (${MEANINGS[filter]})`,
      [empresaId, text],
    );
    const [meant] = rows;
    const [bounded, exact] = [await answer(true), await answer(false)];
    const say = (what: string, shown: unknown) =>
      findings.push(
        `${filter} "${text}": ${what} ${JSON.stringify(shown)}, a full scan gives ${JSON.stringify(meant)}`,
      );
    if (!isDeepStrictEqual({ ...exact }, { ...meant })) say('the cards requested as exact are', exact);
    if (bounded?.exato && !isDeepStrictEqual({ ...bounded }, { ...meant }))
      say('the cards marked exact are', bounded);
    if (bounded && meant && bounded.total > meant.total) say('the cards count too many:', bounded);
  }
  await client.end();
  return findings;
}

/** One to eight characters of a text. */
function part(text: string, n: number): string {
  const from = n % Math.max(1, text.length - 2);
  return text.slice(from, from + 1 + ((n >> 4) % 8)).trim() || text.slice(0, 1);
}
