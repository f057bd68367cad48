import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Node } from './cluster.ts';

interface Stored {
  id: string;
  nome: string;
  history: number;
}

const MARCAS = `select id, nome, (select count(*)::int from historico h where h.empresa_id = m.empresa_id
    and h.tabela = 'marcas' and h.registro_id = m.id and h.operacao = 'I') as history from marcas m`;

async function rowsOn(cluster: Cluster, node: Node): Promise<{ marcas: Stored[]; direct: Set<string> }> {
  const product = cluster.clientOf(node, 'prumo');
  const other = cluster.clientOf(node);
  await Promise.all([product.connect(), other.connect()]);
  try {
    const { rows: marcas } = await product.query<Stored>(MARCAS);
    const { rows } = await other.query<{ id: string }>('select id from direct_writes');
    return { marcas, direct: new Set(rows.map(({ id }) => id)) };
  } finally {
    await Promise.all([product.end(), other.end()]);
  }
}

async function caughtUp(cluster: Cluster, primary: Node): Promise<void> {
  const client = cluster.clientOf(primary);
  await client.connect();
  const [now] = (await client.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')).rows;
  for (let turn = 0; ; turn++) {
    const { rows } = await client.query(
      'select from pg_stat_replication where replay_lsn >= $1::pg_lsn and state = $2',
      [now?.lsn, 'streaming'],
    );
    if (rows.length === cluster.nodes.length - 1 || turn === 120) break;
    await sleep(250);
  }
  await client.end();
}

/** Compares the answers with the rows of all three machines. */
export async function judge(
  cluster: Cluster,
  primary: Node,
  told: { acknowledged: Map<string, string>; direct: Set<string> },
) {
  await caughtUp(cluster, primary);
  const lost: string[] = [];
  const doubled: string[] = [];
  const split: string[] = [];
  const { marcas, direct } = await rowsOn(cluster, primary);
  const stored = Map.groupBy(marcas, ({ nome }) => nome);
  for (const [nome, id] of told.acknowledged)
    if (!stored.get(nome)?.some((row) => row.id === id)) lost.push(`${nome}: acknowledged and lost`);
  for (const [nome, same] of stored) {
    if (same.length > 1) doubled.push(`${nome}: stored ${same.length} times`);
    if (!told.acknowledged.has(nome)) doubled.push(`${nome}: stored and never acknowledged`);
    if (same.some(({ history }) => history !== 1)) doubled.push(`${nome}: not exactly once in the history`);
  }
  for (const id of told.direct)
    if (!direct.has(id)) split.push(`${id}: acknowledged by an old primary and lost`);
  const ids = marcas.map(({ id }) => id).sort();
  for (const node of cluster.nodes) {
    if (node === primary) continue;
    const other = await rowsOn(cluster, node);
    const theirs = other.marcas.map(({ id }) => id).sort();
    if (theirs.join() !== ids.join() || other.direct.size !== direct.size)
      split.push(
        `${node.name} has ${theirs.length} marcas, the primary ${ids.length}, or others; direct writes ${other.direct.size} and ${direct.size}`,
      );
  }
  return { lost, doubled, split };
}
