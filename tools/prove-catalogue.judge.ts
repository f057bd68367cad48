import pg from 'pg';
import { figure, isShort, note } from './proof.ts';

/** What each filter means, said again in plain SQL over the row `p`; `$2` is the typed text. */
const MEANINGS: Readonly<Record<string, string>> = {
  nome: 'strpos(normalize_text(p.nome), normalize_text($2)) > 0',
  sku: 'strpos(normalize_text(p.sku), normalize_text($2)) > 0',
  marca: 'strpos(normalize_text(m.nome), normalize_text($2)) > 0',
  cod_referencia: `exists (select from unnest(p.cod_referencia) c (code) where strpos(normalize_text(c.code), normalize_text($2)) > 0
    or ((length(code_key($2)) > 2 or code_key($2) = upper(normalize_text($2))) and strpos(code_key(c.code), code_key($2)) > 0))`,
  // Of one word: several are each looked for as one is.
  busca: `exists (select from unnest(p.cod_referencia || p.nome || p.sku || m.nome) c (code)
      where case when length($2) < 3 then ' ' || normalize_text(c.code) like '% ' || normalize_text($2) || '%'
        else strpos(normalize_text(c.code), normalize_text($2)) > 0 end)
    or exists (select from unnest(p.cod_referencia) c (code) where length(code_key($2)) > 2 and strpos(code_key(c.code), code_key($2)) > 0
      or length($2) < 3 and code_key(c.code) like upper(normalize_text($2)) || '%')
    or code_key($2) = any (p.chaves)`,
};

/**
 * Asks for parts of what is there and counts the produtos that plain reading finds and the search does not, or the other
 * way round: gathering through an index must leave out nothing.
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
        `with found as (select id from search_produtos('created_at', true, jsonb_build_object($3::text, $2::text), null, null, 1000000) s (id)),
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
  figure('filters that find other produtos than plain reading does', wrong, { exactly: 0 }, `${asked} asked`);
}

/** One to eight letters of a text. */
function part(text: string, n: number): string {
  const from = n % Math.max(1, text.length - 2);
  return text.slice(from, from + 1 + ((n >> 4) % 8)).trim() || text.slice(0, 1);
}
