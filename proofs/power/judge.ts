import type pg from 'pg';
import { checkStock } from '../../apps/server/src/modules/movimentos/check.queries.ts';

/** The ids that the server had acknowledged when the power was cut. */
export interface Before {
  marcas: readonly string[];
  movimentos: readonly string[];
}

export interface Verdict {
  /** Acknowledged writes that the disk lacks. */
  lost: string[];
  /** Rows that contradict each other: stock, ledger, counters, history, indexes. */
  torn: string[];
}

/** Compares the database of the cut disk, after its recovery, with what the server had acknowledged. */
export async function judge(client: pg.Client, before: Before): Promise<Verdict> {
  const lost: string[] = [];
  for (const [name, table, ids] of [
    ['marca', 'marcas', before.marcas],
    ['movimento', 'movimentos_estoque', before.movimentos],
  ] as const) {
    const { rows } = await client.query<{ id: string }>(
      `select id from unnest($1::uuid[]) as acknowledged (id)
       except select ${table === 'marcas' ? 'id' : 'chave'} from ${table}`,
      [ids],
    );
    lost.push(...rows.map(({ id }) => `${name} ${id}`));
  }
  const torn: string[] = [];
  const { rows: counted } = await client.query<{ kept: number; found: number }>(
    `select (select count(*)::int from marcas m where m.empresa_id = e.id) as found,
       (select coalesce(sum(delta), 0)::int from contadores c where c.empresa_id = e.id and c.nome = 'marcas') as kept
     from empresas e`,
  );
  for (const { kept, found } of counted)
    if (kept !== found) torn.push(`the counter has ${kept} marcas, the table has ${found}`);
  const { rows: unwritten } = await client.query<{ id: string }>(
    `select m.id from marcas m where not exists (select from historico h where h.empresa_id = m.empresa_id
       and h.tabela = 'marcas' and h.registro_id = m.id and h.operacao = 'I')`,
  );
  torn.push(...unwritten.map(({ id }) => `marca ${id} has no history`));
  for (const { name, wrong } of await checkStock(client)) if (wrong > 0) torn.push(`${name}: ${wrong} wrong`);
  return { lost, torn };
}
