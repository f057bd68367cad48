import type { TenantDb } from './tenant-db.ts';

/**
 * Finds the records with the given names, ignoring case and accents, and creates the missing ones. The table
 * needs the columns `nome` and `nome_ordem`. Returns a map from each given name to the id of its record. When
 * several records have the name, the oldest one is used.
 */
export function namedIn(table: string) {
  const find = `
    select n.nome, (
      select r.id from ${table} r where r.empresa_id = $1 and r.nome_ordem = n.chave order by r.id limit 1) as id
    from (select nome, normalize_text(nome) as chave from unnest($2::text[]) w (nome)) n`;
  const make = `
    insert into ${table} (empresa_id, user_id, nome)
    select $1, $2, n.nome from (
      select distinct on (normalize_text(nome)) nome, normalize_text(nome) as chave
      from unnest($3::text[]) with ordinality w (nome, n) order by normalize_text(nome), n) n
    where not exists (select from ${table} r where r.empresa_id = $1 and r.nome_ordem = n.chave)`;

  return async (tx: TenantDb, nomes: Iterable<string>): Promise<Map<string, string>> => {
    const wanted = [...new Set(nomes)];
    const found = await select(tx, wanted);
    const missing = wanted.filter((nome) => !found.has(nome));
    if (missing.length === 0) return found;
    // No constraint makes names unique. The lock makes concurrent transactions of the empresa create them one
    // after the other.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('${table} ' || $1::uuid, 0))`);
    await tx.query(make, [tx.userId, missing]);
    return select(tx, wanted);
  };

  async function select(tx: TenantDb, nomes: readonly string[]): Promise<Map<string, string>> {
    if (nomes.length === 0) return new Map();
    const rows = await tx.query<{ nome: string; id: string | null }>(find, [nomes]);
    return new Map(rows.flatMap(({ nome, id }) => (id === null ? [] : [[nome, id] as const])));
  }
}
