import { randomUUID } from 'node:crypto';
import type { Client } from '../../apps/server/src/testing/harness.ts';
import { aProduto, formOf } from '../../apps/server/src/testing/stock.ts';
import type { Produto } from '../../packages/contract/src/produtos.ts';
import type { Caller, Site } from './site.ts';

export interface Size {
  saves: number;
  fotos: number;
  recoveries: number;
}

export interface Outcome {
  /** Seconds until a photo that another empresa removed is private. */
  foto: number;
  /** Jobs that the saves of one empresa left in the queue. */
  jobsOfSaves: number;
  /** Seconds until the e-mail of a sign-up is delivered. */
  signUp: number;
  /** Seconds until a recovery requested from another network is delivered. */
  recovery: number;
  /** E-mails of the flood that the relay received before the e-mail of the sign-up. */
  beforeSignUp: number;
  /** E-mails of the flood that the relay received before the e-mail of the recovery from another network. */
  beforeRecovery: number;
  /** Recoveries of the flood that were accepted. */
  accepted: number;
}

/** The number of networks within one /48 from which the flood of recoveries comes. */
const NETWORKS = 20;

/** Measures the waits behind both floods. With sizes of zero it measures the same waits without a flood. */
export async function measure(site: Site, size: Size): Promise<Outcome> {
  const fotos = await floodOfFotos(site, size);
  await site.untilIdle();
  const emails = await floodOfRecoveries(site, size);
  await site.untilIdle();
  return { ...fotos, ...emails };
}

/**
 * One empresa saves a produto again and again, alternately with all its photos and with none. Meanwhile
 * another empresa removes one photo.
 */
async function floodOfFotos(site: Site, { saves, fotos }: Size) {
  const [busy, quiet] = [await site.anEmpresa('203.0.113.1'), await site.anEmpresa('203.0.113.2')];
  const urls = (await site.fotosOf(busy, fotos)).map(({ url }) => url);
  let produto: Produto = await aProduto(clientOf(busy), { fotos: urls });
  const [removed] = await site.fotosOf(quiet, 1);
  await aProduto(clientOf(quiet), { fotos: removed ? [removed.url] : [] });
  await site.untilIdle();
  const own = "select from pgboss.job where group_id = $1 and state = 'created'";
  let jobsOfSaves = 0;
  const foto = await site.secondsBehind(
    async () => {
      for (let n = 0; n < saves; n++) {
        const form = { ...formOf(produto), fotos: n % 2 === 0 ? [] : urls };
        produto = (await ok(busy.send('PUT', `/api/produtos/${produto.id}`, form))) as Produto;
      }
      jobsOfSaves = (await site.admin.query(own, [busy.empresaId])).rowCount ?? 0;
      await ok(quiet.send('DELETE', `/api/arquivos/fotos/${removed?.id}`));
    },
    async () => (await fetch(removed?.url ?? '')).status === 404,
  );
  return { foto, jobsOfSaves };
}

/**
 * Anonymous clients in twenty networks of one /48 request recoveries. Then one person signs up and another requests a
 * recovery.
 */
async function floodOfRecoveries(site: Site, { recoveries }: Size) {
  const signingUp = `${randomUUID()}@exemplo.com.br`;
  const known = await peopleOf(site, recoveries + 1);
  const forgetful = known.pop() ?? '';
  let accepted = 0;
  const flood = async () => {
    for (let n = 0; n < recoveries; n++) {
      const stranger = site.strangerAt(`2001:db8:77:${((n % NETWORKS) * 256).toString(16)}::1`);
      const { status } = await stranger('/api/recuperacoes', { email: known[n] });
      if (status === 204) accepted++;
      else if (status !== 429) throw new Error(`a recovery was answered ${status}`);
    }
  };
  const arrivedBefore = (email: string, since: number) => [...site.mail.arrived].indexOf(email) - since;
  const beforeFlood = site.mail.arrived.size;
  const signUp = await site.secondsBehind(
    async () => {
      await flood();
      await ok(site.strangerAt('2001:db8:88::1')('/api/usuarios', personOf(site, signingUp)));
    },
    async () => site.mail.arrived.has(signingUp),
  );
  const beforeSignUp = arrivedBefore(signingUp, beforeFlood);
  await site.forgetBacklog();
  await site.untilIdle();
  await site.admin.query('truncate auth.limits');
  const acceptedOnce = accepted;
  known.reverse();
  const beforeSecondFlood = site.mail.arrived.size;
  const recovery = await site.secondsBehind(
    async () => {
      await flood();
      await ok(site.strangerAt('2001:db8:99::1')('/api/recuperacoes', { email: forgetful }));
    },
    async () => site.mail.arrived.has(forgetful),
  );
  const beforeRecovery = arrivedBefore(forgetful, beforeSecondFlood);
  await site.forgetBacklog();
  await site.admin.query('truncate auth.limits');
  return { signUp, recovery, beforeSignUp, beforeRecovery, accepted: acceptedOnce };
}

const personOf = (site: Site, email: string) => ({
  full_name: 'Carla Dias',
  email,
  senha: 'segredo-do-Teste-1',
  retorno: site.origin,
});

/** Confirmed accounts, so that every e-mail of the flood is really sent. */
async function peopleOf(site: Site, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@exemplo.com.br`);
  await site.admin.query(
    "insert into auth.users (name, email, email_verified) select 'Ana Souza', email, true from unnest($1::text[]) email",
    [emails],
  );
  return emails;
}

async function ok(asked: Promise<{ status: number; json(): Promise<unknown> }>): Promise<unknown> {
  const { status, json } = await asked;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(await json())}`);
  return status === 204 ? null : json();
}

/** Adapts a caller to the client that the record builders of the tests expect. */
const clientOf = (caller: Caller) =>
  ({
    post: async (path: string, body?: object) => {
      const answer = await caller.send('POST', path, body);
      const json = await answer.json();
      return { statusCode: answer.status, body: JSON.stringify(json), json: () => json };
    },
  }) as unknown as Client;
