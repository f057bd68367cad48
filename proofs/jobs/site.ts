import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { Edit } from '../kit/edits.ts';
import { NO_LIMITS, openProduct, type Stage } from '../kit/product.ts';
import { openStandIn } from '../kit/stand-in.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts an http process, a Mercado Livre whose orders do not change, and a mail relay that counts. */
export async function openSite(stage: Stage, database: string, edits: readonly Edit[]) {
  const folder = join(stage.folder, database);
  const product = await openProduct(
    { ...stage, folder },
    { database, edits, settings: { ...NO_LIMITS, PATIENCE: '20', MERCADO_LIVRE_CALLS_PER_SECOND: '100000' } },
  );
  const standIn = await openStandIn(stage);
  await standIn.unlimited();
  await standIn.stopClock();
  const relay = await startRelay(product.ports.smtp);
  stage.onEnd(relay.stop);
  await product.serve();
  return {
    ...product,
    standIn,
    /** How many mails each address has received. */
    mails: relay.mails,
    async end(): Promise<void> {
      await product.kill();
      await standIn.stop();
      await relay.stop();
    },
  };
}

async function startRelay(port: number) {
  const mails = new Map<string, number>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) mails.set(address, (mails.get(address) ?? 0) + 1);
        done();
      });
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await new Promise<void>((resolve) => smtp.close(resolve));
  };
  return { mails, stop };
}
