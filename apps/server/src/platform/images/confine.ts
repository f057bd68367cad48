import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The way to start a program that decodes untrusted files, with as few rights as this machine can enforce.
 * `missing` names each restriction that the machine does not offer.
 */
export interface Confinement {
  /** Commands that drop rights and then exec the next command. The process id stays the same. */
  wrappers: string[];
  /**
   * Whether the program may change its user. It does so itself after it has loaded its code, which the other
   * user may be unable to read.
   */
  mayChangeUser: boolean;
  missing: string[];
}

/** The environment of a confined program: only the PATH on which the wrappers are found. */
export const EMPTY_ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

const CAP_KILL = 5n;
const CAP_SETGID = 6n;
const CAP_SETUID = 7n;
const CAP_SYS_ADMIN = 21n;

interface Wrapper {
  missing: string;
  /** The variants of the command, from the strongest to the weakest. The first that works is used. */
  commands: string[][];
}

export async function findConfinement(): Promise<Confinement> {
  const has = await capabilities();
  const mayChangeUser = has(CAP_SETUID) && has(CAP_SETGID) && has(CAP_KILL);
  const wrappers: Wrapper[] = [
    {
      missing: 'limits on open files, written files and core dumps (prlimit)',
      commands: [['prlimit', '--core=0', '--fsize=0', '--nofile=256']],
    },
    {
      missing: 'a network namespace of its own (unshare)',
      // With CAP_SYS_ADMIN, `unshare --net` is enough. Without it, a network namespace needs a user
      // namespace, which also denies access to the memory and the environment of this process. A process in a
      // user namespace cannot change its user, so a process that may change its user does not enter one.
      commands:
        has(CAP_SYS_ADMIN) || mayChangeUser ? [['unshare', '--net']] : [['unshare', '--user', '--net']],
    },
    {
      missing: 'no-new-privs (setpriv)',
      commands: [
        [
          ...['setpriv', '--no-new-privs', '--inh-caps=-all'],
          '--bounding-set=-all,+setuid,+setgid,+dac_read_search',
        ],
        ['setpriv', '--no-new-privs'],
      ],
    },
  ];
  const found: string[] = [];
  const missing = mayChangeUser
    ? []
    : ['another user: this process has no CAP_SETUID, CAP_SETGID and CAP_KILL'];
  for (const wrapper of wrappers) {
    const command = await firstThatWorks(wrapper.commands, found);
    if (command) found.push(...command);
    else missing.push(wrapper.missing);
  }
  return { wrappers: found, mayChangeUser, missing };
}

async function firstThatWorks(commands: string[][], before: string[]): Promise<string[] | undefined> {
  for (const command of commands) {
    const [program = '', ...args] = [...before, ...command, 'true'];
    const works = await promisify(execFile)(program, args, { env: EMPTY_ENVIRONMENT, timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (works) return command;
  }
  return undefined;
}

/**
 * Returns a test for whether this process holds a capability. The test returns false where /proc is
 * unavailable.
 */
async function capabilities(): Promise<(capability: bigint) => boolean> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
  return (capability) => ((held >> capability) & 1n) === 1n;
}

/**
 * The command that starts a confined Node program. Node's permission model lets the program's JavaScript read
 * only its own code and start no process. Native code, such as a decoder, ignores that model. The other user,
 * the network namespace and no-new-privs restrict the native code.
 */
export function confine({ wrappers }: Confinement, entry: string, ...args: string[]): [string, string[]] {
  const readable = [dirname(entry)];
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder))
    readable.push(join(folder, 'node_modules'));
  const flags = [
    ...['--permission', '--allow-addons', '--allow-worker'],
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
  const [program = '', ...rest] = [...wrappers, process.execPath, ...flags, entry, ...args];
  return [program, rest];
}

/**
 * Changes the user and group of this process. The confined program calls it after it has loaded its code,
 * which the other user may be unable to read.
 */
export function changeUser(uid: number | null): void {
  if (uid === null) return;
  process.setgroups?.([]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}
