import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Node } from './cluster.ts';

interface Stored {
  id: string;
  nome: string;
  history: number;
}

const MARCAS = `select id, nome, (select count(*)::int from historico h where h.empresa_id = m.empresa_id
    and h.tabela = 'marcas' and h.registro_id = m.id and h.operacao = 'I') as history from marcas m`;

async function rowsOn(
  cluster: Cluster,
  node: Pick<Node, 'disk'>,
): Promise<{ marcas: Stored[]; direct: Set<string> }> {
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

/** What the product and the proof were told is stored. */
export interface Told {
  acknowledged: Map<string, string>;
  direct: Set<string>;
}

/** Compares the answers with the rows of all three machines. */
export async function judge(cluster: Cluster, primary: Node, told: Told) {
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

/** What a restored database lacks. */
export async function missingOn(cluster: Cluster, node: Pick<Node, 'disk'>, told: Told): Promise<string[]> {
  const { marcas, direct } = await rowsOn(cluster, node);
  const stored = new Set(marcas.map(({ id }) => id));
  return [
    ...[...told.acknowledged].filter(([, id]) => !stored.has(id)).map(([nome]) => `${nome}: not restored`),
    ...[...told.direct].filter((id) => !direct.has(id)).map((id) => `${id}: a direct write is not restored`),
  ];
}

/** What `pgbackrest info` says about a stanza. */
interface Info {
  backup: { label: string }[];
  archive: { min: string; max: string }[];
}

/**
 * Looks whether the archive has all WAL since the first backup: the commands of the operator succeed, and a database that
 * is restored from that first backup, through every failover, has every acknowledged write.
 */
export async function judgeArchive(cluster: Cluster, primary: Node, told: Told) {
  const { backup } = cluster;
  const failed: string[] = [];
  const missing: string[] = [];
  const must = async (name: string, { code, said }: { code: number; said: string }) => {
    if (code !== 0) failed.push(`${name} ended with ${code}: ${said.slice(-1500)}`);
    return said;
  };
  // It also writes a segment of WAL and waits until the archive has it.
  await must('prumo verify database', await backup.prumo('verify', 'database'));
  const read = async () => {
    const { said } = await backup.pgbackrest('--output=json', 'info');
    return (JSON.parse(said) as Info[])[0];
  };
  const info = await read();
  const label = info?.backup[0]?.label ?? '';
  const { timeline } = await cluster.stateOf(primary);
  const archived = Number.parseInt(info?.archive.at(-1)?.max.slice(0, 8) ?? '0', 16);
  if (archived !== timeline)
    failed.push(`the archive ends on timeline ${archived}, the primary is on ${timeline}`);
  const restored = await backup.restore(label);
  if ('failed' in restored) failed.push(`prumo restore: ${restored.failed}`);
  else {
    missing.push(...(await missingOn(cluster, restored, told)));
  }
  await must('prumo backup database', await backup.prumo('backup', 'database'));
  const backups = (await read())?.backup.length ?? 0;
  if (backups < 2) failed.push(`there are ${backups} backups after the second one`);
  return { failed, missing, timeline: archived };
}
