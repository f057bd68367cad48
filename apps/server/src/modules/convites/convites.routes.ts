import {
  type ConviteResultado,
  convites,
  MAX_CONVITES_POR_DIA,
  MAX_CONVITES_POR_EMAIL,
  MAX_PENDENTES,
  type Resposta,
} from '@prumo/contract/convites.ts';
import type { FastifyRequest } from 'fastify';
import { conviteBuckets, type Limits, linkBuckets } from '#modules/acesso/limits.ts';
import type { IdentityDb } from '#platform/db/identity-db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { sendConvite } from './convites.job.ts';
import {
  acceptConvite,
  countPendentes,
  declineConvite,
  insertConvite,
  lockConvites,
  openConvite,
  renewConvite,
  selectConvite,
  selectConvites,
  selectKnown,
  selectLink,
  setRevogado,
} from './convites.queries.ts';
import {
  answered,
  limited,
  MANY_PENDING,
  MANY_SENT,
  MISSING,
  NOT_RECEIVED,
  notForThem,
  ONDE_ESTA,
  UNKNOWN_LINK,
} from './refusals.ts';

interface Parts {
  identityDb: IdentityDb;
  limits: Limits;
  jobs: Pick<Jobs, 'enqueue'>;
}

export function convitesRoutes(app: App, { identityDb, limits, jobs }: Parts): void {
  /** Counts one e-mail. Returns the seconds to wait when too many were sent, and otherwise 0. */
  const waitFor = (email: string, { userId, empresaId }: Pick<TenantDb, 'userId' | 'empresaId'>) =>
    limits.wait(
      conviteBuckets({
        ...{ email, userId, empresaId },
        ...{ perEmail: MAX_CONVITES_POR_EMAIL, perDay: MAX_CONVITES_POR_DIA },
      }),
    );

  const get = async (tx: TenantDb, id: string) => found(await selectConvite(tx, id), MISSING);
  const send = (tx: TenantDb, id: string) => jobs.enqueue(tx, sendConvite, { empresa_id: tx.empresaId, id });

  async function refuseWithoutRoom(tx: TenantDb, except: string): Promise<void> {
    if ((await countPendentes(tx, except)) >= MAX_PENDENTES) throw new AppError('conflict', MANY_PENDING);
  }

  /** Gets a convite that still waits for an answer, or whose time is over. */
  async function getUnanswered(tx: TenantDb, id: string) {
    const convite = await get(tx, id);
    const { situacao } = convite;
    if (situacao === 'aceito' || situacao === 'revogado' || situacao === 'recusado') throw answered(situacao);
    return convite;
  }

  /** Voids the link of a convite and sends another one, to the mended address if there is one. */
  async function renew(req: FastifyRequest, id: string, mended?: string) {
    const before = await req.prepare(async (tx) => {
      const earlier = await req.earlier<Awaited<ReturnType<typeof get>>>(tx);
      const { userId, empresaId } = tx;
      return {
        earlier,
        userId,
        empresaId,
        email: mended ?? (earlier ? '' : (await getUnanswered(tx, id)).email),
      };
    });
    if (before.earlier) return before.earlier.answer;
    const wait = await waitFor(before.email, before);
    if (wait > 0) throw limited(wait);
    return req.write(async (tx) => {
      await lockConvites(tx);
      const { email } = await getUnanswered(tx, id);
      const to = mended ?? email;
      const [known] = to === email ? [] : await selectKnown(tx, [to]);
      if (known)
        throw new AppError('conflict', ONDE_ESTA[known.resultado], {
          campos: { email: ONDE_ESTA[known.resultado] },
        });
      await refuseWithoutRoom(tx, id);
      await renewConvite(tx, id, to);
      await send(tx, id);
      return get(tx, id);
    });
  }

  app.route({
    ...convites.list,
    handler: async (req) => ({ itens: await req.read(selectConvites) }),
  });

  app.route({
    ...convites.create,
    handler: async (req) => {
      const { papel, ve_custo } = req.body;
      const emails = [...new Set(req.body.emails)];
      const before = await req.prepare(async (tx) => ({
        earlier: await req.earlier<{ itens: ConviteResultado[] }>(tx),
        known: await selectKnown(tx, emails),
        userId: tx.userId,
        empresaId: tx.empresaId,
      }));
      if (before.earlier) return before.earlier.answer;
      const over = new Set<string>();
      for (const email of emails)
        if (!before.known.some((each) => each.email === email) && (await waitFor(email, before)) > 0)
          over.add(email);
      return req.write(async (tx) => {
        await lockConvites(tx);
        const known = new Map((await selectKnown(tx, emails)).map((each) => [each.email, each.resultado]));
        let room = MAX_PENDENTES - (await countPendentes(tx));
        const itens: ConviteResultado[] = [];
        for (const email of emails) {
          const refusal = refusalOf({ known: known.get(email), isOver: over.has(email), room });
          if (refusal) {
            itens.push({ email, ...refusal, convite: null });
            continue;
          }
          room--;
          const id = await insertConvite(tx, { email, papel, ve_custo });
          await send(tx, id);
          itens.push({ email, resultado: 'convidado', mensagem: null, convite: await get(tx, id) });
        }
        return { itens };
      });
    },
  });

  app.route({ ...convites.resend, handler: (req) => renew(req, req.params.id) });

  app.route({ ...convites.update, handler: (req) => renew(req, req.params.id, req.body.email) });

  app.route({
    ...convites.revoke,
    handler: (req) =>
      req.write(async (tx) => {
        await lockConvites(tx);
        const { situacao } = await get(tx, req.params.id);
        if (situacao === 'aceito' || situacao === 'recusado') throw answered(situacao);
        await setRevogado(tx, req.params.id, true);
        return get(tx, req.params.id);
      }),
  });

  app.route({
    ...convites.unrevoke,
    handler: (req) =>
      req.write(async (tx) => {
        await lockConvites(tx);
        const { situacao } = await get(tx, req.params.id);
        if (situacao === 'aceito' || situacao === 'recusado') throw answered(situacao);
        await refuseWithoutRoom(tx, req.params.id);
        await setRevogado(tx, req.params.id, false);
        // The worker skipped an e-mail that was revoked before it was sent, and skips one that was sent.
        await send(tx, req.params.id);
        return get(tx, req.params.id);
      }),
  });

  app.route({
    ...convites.open,
    handler: async (req) => {
      await limits.take(linkBuckets(req.ip));
      return found(await openConvite(identityDb, hashToken(req.body.token)), UNKNOWN_LINK);
    },
  });

  const hashOf = async (link: Resposta, userId: string) =>
    'token' in link
      ? hashToken(link.token)
      : found(await selectLink(identityDb, userId, link.id), NOT_RECEIVED);

  app.route({
    ...convites.received,
    handler: async ({ params, caller }) =>
      found(await openConvite(identityDb, await hashOf(params, caller.userId)), NOT_RECEIVED),
  });

  app.route({
    ...convites.accept,
    handler: async ({ body, caller }) => {
      const tokenHash = await hashOf(body, caller.userId);
      const accepted = found(
        await identityDb.transaction((tx) => acceptConvite(tx, caller.userId, tokenHash)),
        UNKNOWN_LINK,
      );
      if (accepted.situacao !== 'aceito') throw notForThem(accepted);
      return { id: accepted.empresa_id, nome: accepted.empresa_nome };
    },
  });

  app.route({
    ...convites.decline,
    handler: async ({ body, caller }, reply) => {
      const tokenHash = await hashOf(body, caller.userId);
      const declined = found(
        await identityDb.transaction((tx) => declineConvite(tx, caller.userId, tokenHash)),
        UNKNOWN_LINK,
      );
      if (declined.situacao !== 'recusado') throw notForThem(declined);
      return reply.code(204).send(null);
    },
  });
}

/** The result of an address that gets no convite. Null for one that gets it. */
function refusalOf(address: {
  known: keyof typeof ONDE_ESTA | undefined;
  isOver: boolean;
  room: number;
}): Pick<ConviteResultado, 'resultado' | 'mensagem'> | null {
  const { known, isOver, room } = address;
  if (known) return { resultado: known, mensagem: ONDE_ESTA[known] };
  if (isOver) return { resultado: 'limite', mensagem: MANY_SENT };
  if (room <= 0) return { resultado: 'limite', mensagem: MANY_PENDING };
  return null;
}
