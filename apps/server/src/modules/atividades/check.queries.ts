import type pg from 'pg';
import { follow, type Head, type Sealed, startOf } from './chain.ts';

export interface Finding {
  empresaId: string;
  /** The last line of the chain, or of its unbroken part. */
  end: Head;
  broken: string | null;
}

/** An end of a chain that an earlier check printed: line `numero` had this hash. */
export interface Anchor {
  empresaId: string;
  numero: number;
  hash: string;
}

const PAGE = 5000;

/**
 * Checks the chains of all empresas, or of one, as role `owner`, and changes nothing. Each chain is read from its first
 * line in pages, in one snapshot, so that memory stays bounded and lines sealed meanwhile disturb nothing.
 */
export async function* checkAtividades(
  client: pg.Client,
  { only = null, anchors = [] }: { only?: string | null; anchors?: readonly Anchor[] } = {},
): AsyncGenerator<Finding> {
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local statement_timeout = 0');
  try {
    const { rows } = await client.query<{ id: string }>(
      `select distinct empresa_id as id from historico where $1::uuid is null or empresa_id = $1
       union select empresa_id from atividades where $1::uuid is null or empresa_id = $1 order by 1`,
      [only],
    );
    for (const { id } of rows) {
      const own = anchors.filter(({ empresaId }) => empresaId === id);
      yield { empresaId: id, ...(await checkChain(client, id, own)) };
    }
  } finally {
    await client.query('rollback');
  }
}

async function checkChain(client: pg.Client, empresaId: string, anchors: readonly Anchor[]) {
  const erased = await erasedIn(client, empresaId);
  const begin = await beginOf(client, empresaId);
  if ('broken' in begin) return { end: startOf(empresaId), broken: begin.broken };
  for (const { numero, hash } of anchors)
    if (numero === begin.numero && begin.hash.toString('hex') !== hash)
      return { end: begin, broken: `line ${numero} has another hash than an earlier check printed` };
  let end: Head = begin;
  for (;;) {
    const lines = await selectLines(client, empresaId, end.numero);
    const next = follow(end, lines, (id) => erased.has(id));
    if ('broken' in next) return { end, broken: next.broken };
    for (const { numero, hash } of anchors)
      if (lines.some((line) => line.numero === numero && line.hash.toString('hex') !== hash))
        return { end, broken: `line ${numero} has another hash than an earlier check printed` };
    end = next;
    if (lines.length < PAGE) break;
  }
  const missing = anchors.find(({ numero }) => numero > end.numero);
  const broken = missing
    ? `line ${missing.numero} of an earlier check is missing`
    : ((await headFault(client, empresaId, end)) ?? (await unsealedFault(client, empresaId)));
  return { end, broken };
}

/**
 * The last line before the chain. The end of its term removes the oldest lines of a chain, and a line of the same chain
 * records up to which one, and its hash (ADR 0103).
 */
async function beginOf(client: pg.Client, empresaId: string): Promise<Head | { broken: string }> {
  const { rows } = await client.query<{ numero: number; hash: Buffer | null; recorded: boolean }>(
    `select c.inicio::int as numero, c.inicio_hash as hash, exists (
       select from historico h where h.empresa_id = $1 and h.tabela = 'atividades'
         and h.depois @> jsonb_build_object('tipo', 'historico_removido', 'ate', c.inicio, 'hash', encode(c.inicio_hash, 'hex'))
     ) as recorded
     from atividades_cadeias c where c.empresa_id = $1`,
    [empresaId],
  );
  const [{ numero, hash, recorded } = { numero: 0, hash: null, recorded: false }] = rows;
  if (numero === 0 && hash === null) return startOf(empresaId);
  if (hash === null || !recorded)
    return { broken: `lines 1 to ${numero} are missing, and no line records their removal` };
  return { numero, hash };
}

async function selectLines(client: pg.Client, empresaId: string, after: number): Promise<Sealed[]> {
  const { rows } = await client.query<Sealed>(
    `select a.numero::int, a.id, a.user_id, a.tipo, a.tabela, a.registro_id, a.digest, a.sal, a.hash,
       case when h.id is not null then content_of_atividade(h) end as conteudo
     from (select * from atividades where empresa_id = $1 and numero > $2 order by numero limit ${PAGE}) a
     left join historico h on h.empresa_id = $1 and h.id = a.id order by a.numero`,
    [empresaId, after],
  );
  return rows;
}

/** The ids of the lines whose erasure a line of the chain records. */
async function erasedIn(client: pg.Client, empresaId: string): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select jsonb_array_elements_text(h.depois -> 'linhas') as id from historico h
     where h.empresa_id = $1 and h.tabela = 'atividades' and h.depois ->> 'tipo' = 'dados_apagados'`,
    [empresaId],
  );
  return new Set(rows.map(({ id }) => id));
}

async function headFault(client: pg.Client, empresaId: string, end: Head): Promise<string | null> {
  const { rows } = await client.query<Head>(
    'select numero::int, hash from atividades_cadeias where empresa_id = $1',
    [empresaId],
  );
  const head = rows[0] ?? startOf(empresaId);
  if (head.numero > end.numero) return `lines ${end.numero + 1} to ${head.numero} are missing at the end`;
  return head.numero === end.numero && head.hash.equals(end.hash) ? null : 'the end of the chain was changed';
}

/** Finds a row of historico that neither is sealed nor waits for it. */
async function unsealedFault(client: pg.Client, empresaId: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select h.id from historico h where h.empresa_id = $1
       and not exists (select from atividades a where a.empresa_id = $1 and a.id = h.id)
       and not exists (select from atividades_pendentes p where p.empresa_id = $1 and p.lote = h.lote) limit 1`,
    [empresaId],
  );
  return rows[0] ? `the row ${rows[0].id} of historico is not in the chain and does not wait for it` : null;
}
