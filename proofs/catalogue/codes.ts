import type pg from 'pg';
import { isShort } from '../kit/arguments.ts';
import { figure } from '../kit/figures.ts';

/** A hash of a text, the same in every run. */
const hashOf = (text: string) =>
  [...text].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 7);

const SEPARATORS = [' ', '-', '.', '/', ' - '];

/** The code as another person may type it: with other separators in other places, and in another case. */
export function retyped(code: string): string {
  const hash = hashOf(code);
  const key = code.replace(/[^0-9A-Za-z]/g, '');
  const at = 1 + (hash % (key.length - 1));
  const separator = SEPARATORS[(hash >>> 4) % SEPARATORS.length];
  const again = (hash >>> 8) % 3 === 0 ? `${separator}${key.slice(at).slice(1)}` : key.slice(at).slice(1);
  const text = `${key.slice(0, at)}${separator}${key.slice(at, at + 1)}${again}`;
  return (hash >>> 12) % 2 === 0 ? text.toLowerCase() : text.toUpperCase();
}

interface Drawn {
  id: string;
  codigo: string;
}

/** Draws codes of random produtos of an empresa, each of the five kinds equally often. */
export async function drawCodes(admin: pg.Pool, empresaId: string, produtos: number): Promise<Drawn[]> {
  const count = isShort ? 500 : 10_000;
  const { rows } = await admin.query<Drawn>(
    `select id, cod_referencia[1 + n % cardinality(cod_referencia)] as codigo from (
       select id, cod_referencia, row_number() over (order by hashtext(sku))::int as n from produtos
       where empresa_id = $1 and (hashtext(sku) & 2147483647) % greatest(1, $2::int / $3::int / 2) = 0) p
     order by n limit $3`,
    [empresaId, produtos, count],
  );
  return rows;
}

export interface Recall {
  asked: number;
  /** The number of answers that contain the produto. */
  found: number;
  /** The number of answers whose first produto has exactly this code. */
  first: number;
  misses: string[];
}

/** Searches the balcao for each code, retyped. */
export async function recallOf(
  drawn: readonly Drawn[],
  api: { port: number; cookie: string },
): Promise<Recall> {
  const recall: Recall = { asked: drawn.length, found: 0, first: 0, misses: [] };
  const waiting = [...drawn];
  const ask = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { id, codigo } = next;
      const typed = retyped(codigo);
      const response = await fetch(
        `http://127.0.0.1:${api.port}/api/produtos/balcao?busca=${encodeURIComponent(typed)}`,
        { headers: { cookie: api.cookie } },
      );
      const { itens } = (await response.json()) as { itens: { id: string; codigo: string | null }[] };
      if (itens.some((item) => item.id === id)) recall.found++;
      else recall.misses.push(`${codigo}, typed ${typed}, found ${itens.length} others`);
      if (itens[0]?.codigo === codigo) recall.first++;
    }
  };
  await Promise.all(Array.from({ length: 4 }, ask));
  return recall;
}

export function printRecall(recall: Recall): void {
  const percent = (count: number) => (100 * count) / recall.asked;
  figure(
    'retyped codes that find their produto, %',
    percent(recall.found),
    { exactly: 100 },
    `${recall.asked} codes`,
  );
  figure('retyped codes whose first result has that code, %', percent(recall.first), { min: 98 });
}
