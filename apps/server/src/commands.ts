/** One command of `prumo`. Its main file reads the arguments that follow the name of the command. */
interface Command {
  name: string;
  /** What the command takes after its name, as the help shows it. */
  takes: string;
  says: string;
  /** The smallest and the largest number of arguments. */
  count: readonly [least: number, most: number];
}

const NONE = [0, 0] as const;

export const COMMANDS = [
  { name: 'http', takes: '', says: 'serves the API, the web and the images', count: NONE },
  { name: 'worker', takes: '', says: 'runs jobs and sends mail', count: NONE },
  {
    name: 'migrate',
    takes: '',
    says: 'the release step: brings the database to this release, as role owner',
    count: NONE,
  },
  {
    name: 'doctor',
    takes: '',
    says: 'checks settings, database, keys, store, mail and addresses, and says what to do',
    count: NONE,
  },
  {
    name: 'stock-check',
    takes: '',
    says: 'compares the stock of all empresas with its ledger, as role owner',
    count: NONE,
  },
  {
    name: 'atividade-check',
    takes: '[file]',
    says: 'checks the chains of atividades, as role owner; the file is the output of an earlier check',
    count: [0, 1],
  },
  {
    name: 'reset-two-step',
    takes: '<email>',
    says: 'removes the second factor of a person who lost phone and codes',
    count: [1, 1],
  },
  { name: 'reseal', takes: '', says: 'encrypts stored secrets with the current key', count: NONE },
  {
    name: 'backup',
    takes: 'database|objects',
    says: 'backs up the database with pgBackRest, or copies the object store',
    count: [1, 1],
  },
  {
    name: 'verify',
    takes: 'database|objects',
    says: 'reads a whole backup and says whether it can be restored',
    count: [1, 1],
  },
  {
    name: 'restore',
    takes: '[--at=<instant>] [--timeline=<number>]',
    says: 'restores the database with pgBackRest, and holds mail and marketplaces back',
    count: [0, 2],
  },
  {
    name: 'recover',
    takes: '',
    says: 'after a restore: checks keys and stock, and brings objects and rows into step',
    count: NONE,
  },
  {
    name: 'release',
    takes: '',
    says: 'after a restore: lets mail and marketplaces go again',
    count: NONE,
  },
] as const satisfies readonly Command[];

export type CommandName = (typeof COMMANDS)[number]['name'];

export type Chosen =
  | { run: CommandName; args: string[] }
  /** The exit code is 0 for a person who asked for help, and 2 for one who mistyped. */
  | { help: string; code: 0 | 2 };

/** Chooses the command that the arguments of `prumo` name. */
export function choose(args: readonly string[]): Chosen {
  const [name, ...rest] = args;
  if (name === undefined) return { help: helpText(), code: 2 };
  if (['help', '--help', '-h'].includes(name)) return { help: helpText(), code: 0 };
  const command: (Command & { name: CommandName }) | undefined = COMMANDS.find((each) => each.name === name);
  if (!command) return { help: `prumo: there is no command ${name}.\n\n${helpText()}`, code: 2 };
  if (rest.includes('--help') || rest.includes('-h')) return { help: helpText(), code: 0 };
  const [least, most] = command.count;
  if (rest.length < least || rest.length > most)
    return { help: `usage: prumo ${`${name} ${command.takes}`.trim()}\n`, code: 2 };
  return { run: command.name, args: rest };
}

function helpText(): string {
  const called = COMMANDS.map(({ name, takes }) => `${name} ${takes}`.trim());
  const width = Math.max(...called.map(({ length }) => length));
  return [
    'usage: prumo <command>',
    '',
    ...COMMANDS.map(({ says }, n) => `  ${called[n]?.padEnd(width)}  ${says}`),
    '',
    'exit codes: 0 done, 1 the command failed or found something wrong, 2 wrong usage',
    '',
  ].join('\n');
}
