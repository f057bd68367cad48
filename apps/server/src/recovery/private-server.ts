import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const BIN = '/usr/lib/postgresql/18/bin';
/** Replaying WAL may take hours. */
const START_SECONDS = 86_400;

/**
 * Starts the restored PostgreSQL so that only this process reaches it: no port, and a socket in a folder that only this
 * user may enter. No http or worker can connect before mail and marketplaces are held back.
 */
export async function withPrivateServer(
  { data, database }: { data: string; database: string },
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'prumo-restore-'));
  await chmod(folder, 0o700);
  const log = join(folder, 'log');
  const hba = join(folder, 'pg_hba.conf');
  await writeFile(hba, 'local all all trust\n', { mode: 0o600 });
  const settings = {
    listen_addresses: "''",
    unix_socket_directories: folder,
    hba_file: hba,
    // The data of a machine under Patroni carries its settings. No standby is here to confirm a write, and a standby's
    // own limits, such as max_connections, are not in that file.
    synchronous_standby_names: "''",
    hot_standby: 'off',
    ...configOf(data),
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  try {
    control(data, '-w', '-t', String(START_SECONDS), '-l', log, '-o', flags.join(' '), 'start');
    const client = await recovered(data, { host: folder, user: 'owner', database, ...portOf(data) });
    await work(client).finally(() => client.end());
  } catch (cause) {
    throw new Error(`The restored PostgreSQL failed. Its log ends with:\n${await endOf(log)}`, { cause });
  } finally {
    if (existsSync(join(data, 'postmaster.pid'))) control(data, '-m', 'fast', '-w', 'stop');
    await rm(folder, { recursive: true, force: true });
  }
}

const endOf = async (log: string) =>
  (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-5).join('\n');

/** Debian keeps the configuration apart from the data. */
function configOf(data: string): Record<string, string> {
  const [, version, cluster] = /\/postgresql\/([^/]+)\/([^/]+)$/.exec(data) ?? [];
  const file = `/etc/postgresql/${version}/${cluster}/postgresql.conf`;
  return existsSync(file) ? { config_file: file, data_directory: data } : {};
}

/** The socket is named after the port, whichever the configuration has. */
function portOf(data: string): { port: number } {
  const { stdout } = spawnSync('head', ['-n', '4', join(data, 'postmaster.pid')], { encoding: 'utf8' });
  return { port: Number(stdout.split('\n')[3] ?? 5432) };
}

function control(data: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('pg_ctl', ['-D', data, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${process.env['PATH']}:${BIN}` },
    // The server inherits an open pipe, and reading it would wait for the server to end.
    stdio: [
      'ignore',
      args.includes('start') ? 'ignore' : 'pipe',
      args.includes('start') ? 'inherit' : 'pipe',
    ],
  });
  if (status !== 0)
    throw new Error(`PostgreSQL did not ${args.at(-1)}: ${stdout ?? ''}${stderr ?? ''} Read its log.`);
}

/** PostgreSQL takes no connection yet. */
const NOT_READY = '57P03';

/**
 * Waits until the WAL is replayed up to the target and the database accepts writes. Without a hot standby, PostgreSQL
 * refuses every connection until then.
 */
async function recovered(data: string, address: pg.ClientConfig): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client(address);
    // Without a listener, the end of the server would end this process. The next query reports it.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      const isReplaying = (error as { code?: string }).code === NOT_READY;
      if (!isReplaying || !existsSync(join(data, 'postmaster.pid'))) throw error;
      await sleep(200);
    }
  }
}
