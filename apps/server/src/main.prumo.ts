import { type CommandName, choose } from './commands.ts';

/**
 * The one command of the operator: `prumo <command>`. Each command is a main file of its own, which starts when it is
 * imported.
 */
const MAINS: Record<CommandName, () => Promise<unknown>> = {
  http: () => import('./main.http.ts'),
  worker: () => import('./main.worker.ts'),
  migrate: () => import('./main.migrate.ts'),
  doctor: () => import('./main.doctor.ts'),
  'stock-check': () => import('./main.check-stock.ts'),
  'atividade-check': () => import('./main.check-atividade.ts'),
  'reset-two-step': () => import('./main.reset-two-step.ts'),
  reseal: () => import('./main.reseal.ts'),
  backup: () => import('./main.backup.ts'),
  verify: () => import('./main.verify.ts'),
  restore: () => import('./main.restore.ts'),
  recover: () => import('./main.recover.ts'),
  release: () => import('./main.release.ts'),
};

const [node = '', script = '', ...args] = process.argv;
const chosen = choose(args);
if ('help' in chosen) {
  (chosen.code === 0 ? process.stdout : process.stderr).write(chosen.help);
  process.exitCode = chosen.code;
} else {
  // A main file finds its own arguments where it finds them when it is started alone.
  process.argv = [node, script, ...chosen.args];
  await MAINS[chosen.run]().catch((error: unknown) => {
    // The message names the setting. The stack would only hide it.
    if (!(error instanceof Error && error.message.startsWith('Wrong settings'))) throw error;
    console.error(error.message);
    process.exit(1);
  });
}
