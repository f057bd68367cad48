import type pg from 'pg';
import { cursorAt } from '../kit/latency.ts';
import { RARE } from '../kit/produtos.words.ts';
import { retyped } from './codes.ts';

/** A kind of request about the catalogue. */
export interface Kind {
  name: string;
  /** The requests use these paths in rotation. */
  paths: readonly string[];
  /** How many rows each path finds: a full page, at least one, none, or any number. */
  finds: 'page' | 'some' | 'none' | 'any';
  /** The bar for the p95, in milliseconds. */
  bar: 50 | 300 | 1000 | 10_000;
  /** The arrival rate. The proof requests cards less often than lists, because cards sum many rows. */
  perSecond: 20 | 1;
  /** Whether the small empresas are measured too. */
  small: boolean;
  /** Whether the short form measures it too. */
  short: boolean;
}

type Options = Partial<Omit<Kind, 'name' | 'paths' | 'finds'>>;

const kind = (name: string, finds: Kind['finds'], paths: readonly string[], options: Options = {}): Kind => ({
  bar: 50,
  perSecond: 20,
  small: false,
  short: false,
  ...options,
  name,
  finds,
  paths,
});

const LIST = '/api/produtos?limite=50';
const INVENTORY = '/api/inventario?limite=50';

const query = (base: string, filters: Record<string, string>) =>
  `${base}${Object.entries(filters)
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('')}`;

/** One path for each text in this filter. */
const by = (filter: string, texts: readonly string[], more: Record<string, string> = {}) =>
  texts.map((text) => query(LIST, { [filter]: text, ...more }));

/** The bar for a word in more than ten thousand produtos, or for one or two letters. */
const wide = { bar: 300 } as const;
const short = { short: true } as const;
const both = { short: true, small: true } as const;

/** Every way in which people search for a produto, with texts of this empresa. */
export async function kindsOf(admin: pg.Pool, empresaId: string, produtos: number): Promise<Kind[]> {
  const { rows } = await admin.query<{
    id: string;
    sku: string;
    cod_referencia: string[];
    deposito_id: string;
  }>(
    `select p.id, p.sku, p.cod_referencia, d.deposito_id from (
       select * from produtos where empresa_id = $1 and hashtext(sku) % ${Math.max(1, Math.floor(produtos / 200))} = 0 limit 60) p
     join produto_deposito d on d.empresa_id = p.empresa_id and d.produto_id = p.id`,
    [empresaId],
  );
  const skus = rows.map(({ sku }) => sku);
  const codes = rows.map(({ cod_referencia }, n) => cod_referencia[n % 5] ?? '');
  const parts = (texts: readonly string[], from: number, to: number) =>
    texts.map((text) => text.slice(from, to));
  const page = Math.min(1000, produtos / 100);
  const deep = await cursorAt(admin, 'produtos', empresaId, page * 50);
  const { rows: depositos } = await admin.query<{ id: string }>(
    'select id from depositos where empresa_id = $1 order by nome desc',
    [empresaId],
  );
  const deposito = depositos.map(({ id }) => id);
  const orders = ['nome', '-nome', 'sku', '-sku', 'preco_venda', '-preco_venda', 'created_at'];

  return [
    kind('list, first page', 'page', [LIST], both),
    kind(`list, page ${page}`, 'page', [`${LIST}&cursor=${deep}`], short),
    ...orders.map((ordem) =>
      kind(`list by ${ordem}`, 'page', [`${LIST}&ordem=${ordem}`], { short: ordem === 'nome' }),
    ),

    kind('nome, rare', 'some', by('nome', [RARE, RARE.toLowerCase().slice(2, 9)]), short),
    kind('nome, one in a thousand', 'page', by('nome', ['Troller', 'wastegate', 'quebra-sol', 'hafei'])),
    kind('nome, one in two hundred', 'page', by('nome', ['Tempra', 'cerato', 'Xsara', 'volvo fh'])),
    kind('nome, common', 'page', by('nome', ['filtro', 'Pastilha de Freio', 'fiat', 'DIANTEIRO']), {
      ...wide,
      ...both,
    }),
    kind('nome, no match', 'none', by('nome', ['inexistente', 'qqq', 'zkw']), both),
    kind('nome, one letter', 'page', by('nome', ['a', 'z', 'x', 'ç']), { ...wide, ...both }),
    kind('nome, two letters', 'page', by('nome', ['ma', 'lv', 'zí', 'kw']), { ...wide, ...short }),
    kind('nome, two letters without a match', 'none', by('nome', ['zq', 'jx', '37']), wide),
    kind('sku, whole', 'some', by('sku', skus), both),
    kind('sku, five digits of it', 'some', by('sku', parts(skus, 5, 10))),
    kind('sku, common', 'page', by('sku', ['fil-', 'PAS']), { ...wide, ...short }),
    kind('sku, no match', 'none', by('sku', ['ZZZ-1', 'filtro', '999999999'])),
    kind('sku, one and two letters', 'any', by('sku', ['f', '77', 'zq', 'l-']), { ...wide, ...short }),
    kind('cod_referencia, whole', 'some', by('cod_referencia', codes), both),
    kind('cod_referencia, retyped', 'some', by('cod_referencia', codes.map(retyped))),
    kind('cod_referencia, six characters', 'some', by('cod_referencia', parts(codes, 2, 8))),
    kind('cod_referencia, three characters', 'any', by('cod_referencia', parts(codes, 3, 6)), wide),
    kind('cod_referencia, common', 'page', by('cod_referencia', ['789', '0 986', '0986']), {
      ...wide,
      ...short,
    }),
    kind('cod_referencia, no match', 'none', by('cod_referencia', ['ZZZZZZ', '00000000000000', 'qqq-qqq'])),
    kind('cod_referencia, one and two letters', 'any', by('cod_referencia', ['7', 'zq', '-y', 'ab']), wide),
    kind('marca, rare', 'some', by('marca', ['Xuxo', 'quinton', 'linha a1'])),
    kind('marca, common', 'page', by('marca', ['bosch', 'Sabo', 'magneti', 'nakata']), { ...wide, ...both }),
    kind('marca, no match', 'none', by('marca', ['inexistente', 'qqq']), short),
    kind('marca, one and two letters', 'some', by('marca', ['a', 'q', 'ze', 'xu']), wide),
    kind('categoria, common', 'page', by('categoria', ['freios', 'Motor', 'suspensao']), {
      ...wide,
      ...both,
    }),
    kind('categoria, no match', 'none', by('categoria', ['inexistente', 'qq'])),
    kind('categoria, one and two letters', 'page', by('categoria', ['a', 'v', 'ub']), wide),
    kind('marca and nome', 'some', [
      query(LIST, { marca: 'bosch', nome: 'filtro de oleo' }),
      query(LIST, { marca: 'heliar', nome: 'wastegate' }),
      query(LIST, { marca: 'cofap', categoria: 'o', nome: 'palio', sku: '1' }),
    ]),
    kind('nome, rare, by preco_venda', 'some', by('nome', [RARE, 'hafei'], { ordem: 'preco_venda' })),
    ...['nome', '-nome', 'sku', '-sku', 'preco_venda', '-preco_venda'].map((ordem) =>
      kind(`nome, common, by ${ordem}`, 'page', by('nome', ['fiat', 'vela', 'Bomba'], { ordem }), {
        ...wide,
        short: ordem === 'nome',
      }),
    ),
    kind('nome, no match, by nome', 'none', by('nome', ['inexistente', 'qqq'], { ordem: 'nome' })),
    kind('marca, common, by nome', 'page', by('marca', ['bosch', 'nakata'], { ordem: 'nome' }), wide),

    kind(
      'busca, words',
      'some',
      by('busca', [
        'pastilha palio',
        'oleo gol 1.0',
        'bosch vela corolla',
        'nakata pivo',
        'amortecedor dianteiro uno cofap',
      ]),
      both,
    ),
    kind('busca, rare word', 'some', by('busca', [RARE, `vareta ${RARE}`])),
    kind('busca, common word', 'page', by('busca', ['filtro', 'bosch', 'gol']), { ...wide, ...both }),
    kind(
      'busca, common word by nome',
      'page',
      by('busca', ['vela', 'bosch', 'oleo'], { ordem: 'nome' }),
      wide,
    ),
    kind('busca, no match', 'none', by('busca', ['inexistente', 'filtro inexistente', 'qqq www']), short),
    kind('busca, beginnings', 'any', by('busca', ['f', 'ob', 'fi ol pa', 'zq', 'bo ve']), {
      ...wide,
      ...short,
    }),
    kind('busca, retyped code', 'some', by('busca', codes.map(retyped)), both),
    kind('busca, part of a code', 'some', by('busca', parts(codes, 0, 7))),
    kind(
      'balcão, retyped code',
      'some',
      codes.map((code) => `/api/produtos/balcao?busca=${encodeURIComponent(retyped(code))}`),
      short,
    ),

    kind('cards', 'any', ['/api/produtos/resumo'], both),
    kind('cards, nome rare', 'any', [`/api/produtos/resumo?nome=${RARE}`], { bar: 1000, perSecond: 1 }),
    kind(
      'cards, filtered',
      'any',
      ['nome=filtro', 'marca=bosch', 'categoria=freios', 'busca=palio%20oleo', 'cod_referencia=0986'].map(
        (each) => `/api/produtos/resumo?${each}`,
      ),
      { bar: 1000, perSecond: 1, short: true },
    ),
    kind('cards, one letter', 'any', ['/api/produtos/resumo?nome=a', '/api/produtos/resumo?sku=7'], {
      bar: 1000,
      perSecond: 1,
    }),

    kind(
      'cards, thirty-three words',
      'any',
      [
        query('/api/produtos/resumo?', { busca: THIRTY_THREE_WORDS }),
        query(LIST, { busca: THIRTY_THREE_WORDS }),
      ],
      { ...wide, ...short },
    ),
    kind('cards, exact on request', 'any', ['/api/produtos/resumo/exato?nome=a'], {
      bar: 10_000,
      perSecond: 1,
    }),

    kind('inventory, first page', 'page', [INVENTORY], both),
    kind('inventory by quantidade', 'page', [
      `${INVENTORY}&ordem=quantidade`,
      `${INVENTORY}&ordem=-quantidade`,
    ]),
    kind(
      'inventory, by status',
      'page',
      ['baixo', 'zerado', 'normal'].map((each) => `${INVENTORY}&situacao=${each}`),
      both,
    ),
    kind(
      'inventory, by status and quantidade',
      'page',
      ['baixo', 'zerado', 'normal'].flatMap((each) => [
        `${INVENTORY}&situacao=${each}&ordem=quantidade`,
        `${INVENTORY}&situacao=${each}&ordem=-quantidade`,
      ]),
    ),
    kind(
      'inventory, by deposito',
      'page',
      deposito.map((each) => `${INVENTORY}&deposito_id=${each}`),
      short,
    ),
    kind(
      'inventory, by deposito and status',
      'page',
      deposito.map((each) => `${INVENTORY}&deposito_id=${each}&situacao=baixo`),
    ),
    kind(
      'inventory, by deposito and quantidade',
      'page',
      deposito.map((each) => `${INVENTORY}&deposito_id=${each}&ordem=-quantidade`),
    ),
    kind('inventory, rare word', 'some', [query(INVENTORY, { busca: RARE })], short),
    kind(
      'inventory, retyped code',
      'some',
      codes.map((code) => query(INVENTORY, { busca: retyped(code) })),
    ),
    kind(
      'inventory, common word',
      'page',
      ['filtro', 'bosch', 'gol'].map((busca) => query(INVENTORY, { busca })),
      { ...wide, ...short },
    ),
    kind(
      'inventory, common word and status',
      'page',
      ['filtro', 'gol'].map((busca) => query(INVENTORY, { busca, situacao: 'zerado' })),
      wide,
    ),
    kind('inventory at a date', 'page', [`${INVENTORY}&em=${daysAgo(20)}`], short),
    kind(
      'stock of a produto at a date',
      'any',
      rows.map(({ id }) => `/api/produtos/${id}/estoque?em=${daysAgo(20)}`),
      short,
    ),
    kind(
      'ledger of a produto',
      'some',
      rows.map(({ id }) => `/api/movimentos?produto_id=${id}`),
      short,
    ),
  ];
}

/** The longest search that the contract accepts. */
const THIRTY_THREE_WORDS = Array.from('abcdefghijklmnopqrstuvwxyz1234567', (letter) => `${letter}o`).join(
  ' ',
);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
