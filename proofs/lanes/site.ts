import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { openStorage, publicKey, thumbnailKey } from '../../apps/server/src/platform/outside/storage.ts';
import type { Person } from '../../apps/server/src/testing/people.ts';
import type { Edit } from '../kit/edits.ts';
import { openProduct, openStage, portsOf } from '../kit/product.ts';
import type { Place } from '../kit/proof.ts';

/**
 * The delay of a mail relay on the internet. A local relay is so fast that no job would wait behind another.
 */
const RELAY_MS = 400;

export interface Caller extends Person {
  send(method: string, path: string, body?: object): Promise<{ status: number; json(): Promise<unknown> }>;
}

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts one http and one worker process on their own database, and a mail relay that records recipients. */
export async function openSite(place: Place, name: string, edits: readonly Edit[] = []) {
  const stage = await openStage(place, { fsync: 'off' }, join(place.folder, `postgres-${name}`));
  const folder = join(place.folder, name);
  const media = portsOf(place.port).media;
  const product = await openProduct(
    { ...stage, folder },
    {
      edits,
      settings: { NODE_ENV: 'development', TRUST_PROXY: '127.0.0.1', MEDIA_PORT: String(media) },
    },
  );
  const { admin, env, ports } = product;
  const mail = await startRelay(ports.smtp);
  place.onEnd(mail.stop);
  const worker = product.run('worker');
  await product.serve();
  const storage = openStorage({ driver: 'fs', root: join(folder, 'arquivos') });

  const send = async (address: string, cookie: string, method: string, path: string, body?: object) => {
    const { status, text } = await product.ask({ cookie }, method, path, body, {
      'x-forwarded-for': address,
    });
    return { status, json: async () => JSON.parse(text) as unknown };
  };

  return {
    admin,
    mail,
    origin: product.origin,
    /** An anonymous client at this address. */
    strangerAt: (address: string) => (path: string, body: object) => send(address, '', 'POST', path, body),
    async anEmpresa(address: string): Promise<Caller> {
      const operator = await product.anOperator();
      return {
        ...operator,
        send: (method, path, body) => send(address, operator.cookie, method, path, body),
      };
    },
    /** Stores photos as an upload does, but without re-encoding, which this proof does not measure. */
    async fotosOf({ empresaId, userId }: Person, count: number): Promise<{ id: string; url: string }[]> {
      const ids = Array.from({ length: count }, () => randomUUID());
      for (const id of ids) {
        const key = publicKey(empresaId, id);
        for (const each of [key, thumbnailKey(key)])
          await storage.put(each, Buffer.alloc(20_000, 1), 'image/webp');
      }
      await admin.query(
        `insert into arquivos (empresa_id, user_id, id, tipo, largura, altura, bytes)
         select $1, $2, id, 'foto', 100, 100, 40000 from unnest($3::uuid[]) id`,
        [empresaId, userId, ids],
      );
      return ids.map((id) => ({ id, url: `${env['MEDIA_URL']}/publico/${empresaId}/${id}.webp` }));
    },
    /**
     * Pauses the worker while `backlog` runs, resumes it, and returns the seconds until `isDone`, at most
     * 120.
     */
    async secondsBehind(backlog: () => Promise<void>, isDone: () => Promise<boolean>): Promise<number> {
      worker.child.kill('SIGSTOP');
      await backlog();
      worker.child.kill('SIGCONT');
      const began = performance.now();
      while (!(await isDone())) {
        if (performance.now() - began > 120_000) break;
        await sleep(20);
      }
      return (performance.now() - began) / 1000;
    },
    /**
     * Deletes the remaining e-mail jobs of a flood, because sending them would take most of the proof's time.
     */
    forgetBacklog: () =>
      admin.query("delete from pgboss.job where state = 'created' and name like 'acesso.enviar-email%'"),
    /** Waits until the worker has finished every due job, at most two minutes. */
    async untilIdle(): Promise<void> {
      for (let tries = 0; tries < 1200; tries++) {
        const { rowCount } = await admin.query(
          "select from pgboss.job where state <= 'active' and start_after <= now() and name <> 'falhas' limit 1",
        );
        if (rowCount === 0) return;
        await sleep(100);
      }
    },
  };
}

async function startRelay(port: number) {
  const arrived = new Set<string>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () =>
        setTimeout(() => {
          for (const { address } of session.envelope.rcptTo) arrived.add(address);
          done();
        }, RELAY_MS),
      );
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  return { arrived, stop: () => new Promise<void>((resolve) => smtp.close(resolve)) };
}
