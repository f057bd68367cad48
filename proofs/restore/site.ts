import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CaughtMail, startMail } from '../../tools/mail.ts';
import { ROOT } from '../../tools/stack.ts';
import { connect } from '../kit/contas.ts';
import { NO_LIMITS, type Operator, openProduct } from '../kit/product.ts';
import type { Place } from '../kit/proof.ts';
import { openStandIn } from '../kit/stand-in.ts';
import { openMachine } from './machine.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

/** The product, its database on a machine of its own, a mail server and a simulated Mercado Livre. */
export async function openSite(place: Place) {
  const machine = await openMachine(place, {});
  const product = await openProduct(
    { ...place, postgres: machine },
    {
      log: join(place.folder, 'processes.log'),
      settings: {
        ...NO_LIMITS,
        MERCADO_LIVRE_CALLS_PER_SECOND: '10000',
        BACKUP_STORE: JSON.stringify({ driver: 'fs', root: join(place.folder, 'copy') }),
        BACKUP_KEY: Buffer.alloc(32, 5).toString('base64'),
      },
    },
  );
  const standIn = await openStandIn(place);
  await standIn.unlimited();
  const owner = { MIGRATE_DATABASE_URL: machine.url('prumo', 'owner') };

  const messages: CaughtMail[] = [];
  let mail: Awaited<ReturnType<typeof startMail>> | undefined;
  place.onEnd(async () => mail?.stop());

  return {
    ...{ machine, product, standIn },
    /** Runs a command of Prumo on the machine of the product. */
    async prumo(args: readonly string[], own: Record<string, string> = {}) {
      const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.prumo.ts'), ...args], {
        env: { ...process.env, ...product.env, ...owner, ...own },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
      const [code] = await once(child, 'close');
      return { code: Number(code), said };
    },
    /** Runs a command of Prumo on the machine of the database. */
    onMachine: (...args: string[]) => machine.prumo(owner, ...args),
    async startMail() {
      mail = await startMail({ smtp: product.ports.smtp, web: place.port + 6 });
    },
    async stopMail() {
      messages.push(...(mail?.messages ?? []));
      await mail?.stop();
      mail = undefined;
    },
    mailsTo: (address: string) =>
      [...messages, ...(mail?.messages ?? [])].filter(({ to }) => to === address).length,
    /** Asks for a link to a new password, as a person does who forgot theirs. */
    async forgetPassword({ email }: Pick<Operator, 'email'>) {
      const { status } = await product.ask({}, 'POST', '/api/recuperacoes', { email });
      if (status >= 300) throw new Error(`the recovery of a password was answered ${status}`);
    },
    async aConta(operator: Operator, id: number): Promise<string> {
      await standIn.aSeller({ id, apelido: `VENDEDOR${id}`, semente: 1, anuncios: 3, vendas: 0 });
      return (await connect(product, operator, id)).id;
    },
    async situacaoOf(contaId: string): Promise<string> {
      const [row] = await product.sql('select situacao from mercado_livre_config where id = $1', [contaId]);
      return row?.situacao ?? 'none';
    },
    /** Deletes the objects, as the loss of their disk does. */
    loseObjects: () => rm(join(place.folder, 'arquivos'), { recursive: true, force: true }),
  };
}
