import { equipe, transferencia } from '@prumo/contract/equipe.ts';
import { type Refusal, refusalOf } from '@prumo/contract/equipe-rules.ts';
import { type Papel, temDireito } from '@prumo/contract/papeis.ts';
import { deviceName } from '#modules/acesso/device-name.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, confirmIdentity, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import {
  acceptTransferencia,
  endMembro,
  lockMembros,
  offerTransferencia,
  selectDispositivos,
  selectMembro,
  selectMembros,
  selectTransferencia,
  updateMembro,
  withdrawTransferencia,
} from './equipe.queries.ts';
import { MISSING } from './refusals.ts';

const NO_OFFER = 'Não há uma transferência aberta. Peça ao dono que a ofereça de novo.';
const LAST_DONO =
  'A empresa não pode ficar sem dono. Antes, transfira a empresa a outra pessoa ou faça dela também dona.';

export const equipeExplanations: Explanations = {
  membros_ultimo_dono: { message: LAST_DONO },
  transferencias_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  transferencias_de_fkey: { message: MISSING },
  transferencias_para_fkey: { field: 'user_id', message: MISSING },
  transferencias_pessoas_check: {
    field: 'user_id',
    message: 'A empresa já é sua. Escolha outra pessoa para recebê-la.',
  },
};

const REFUSALS: Record<Refusal, () => AppError> = {
  only_a_dono: () =>
    new AppError('forbidden', 'Só um dono faz outro dono, muda o papel de um dono ou o retira. Peça a um.'),
  not_upward: () => new AppError('forbidden', 'Ninguém aumenta o próprio papel. Peça a um dono da empresa.'),
  last_dono: () => new AppError('conflict', LAST_DONO),
};

/** Locks the membros, refuses what the actor may not do, and returns the papel before the change. */
async function decide(tx: TenantDb, userId: string, papel: Papel | null): Promise<Papel> {
  const membros = await lockMembros(tx);
  const of = (id: string) => membros.find(({ user_id }) => user_id === id);
  const target = found(of(userId), MISSING);
  const actor = found(of(tx.userId), MISSING);
  const donos = membros.filter((each) => each.papel === 'dono').length;
  const refusal = refusalOf({ actor, target, papel, donos });
  if (refusal) throw REFUSALS[refusal]();
  return target.papel;
}

export function equipeRoutes(app: App): void {
  app.route({
    ...equipe.list,
    handler: (req) =>
      req.read(async (tx) => {
        const [itens, offer] = await Promise.all([selectMembros(tx), selectTransferencia(tx)]);
        return { itens, transferencia: offer };
      }),
  });

  app.route({
    ...equipe.update,
    handler: (req) =>
      req.write(async (tx) => {
        const { user_id } = req.params;
        const { papel } = req.body;
        const before = await decide(tx, user_id, papel);
        const isAboutDono = before !== papel && (before === 'dono' || papel === 'dono');
        if (isAboutDono && !req.caller.isFresh) throw confirmIdentity();
        // A papel that sees costs anyway needs no such right of the person, and does not leave one behind.
        const ve_custo = req.body.ve_custo && !temDireito(papel, 'ver_custo');
        await updateMembro(tx, user_id, { papel, ve_custo });
        return found(await selectMembro(tx, user_id), MISSING);
      }),
  });

  app.route({
    ...equipe.remove,
    handler: (req) =>
      req.write(async (tx) => {
        await decide(tx, req.params.user_id, null);
        await endMembro(tx, req.params.user_id);
        return null;
      }),
  });

  app.route({
    ...equipe.dispositivos,
    handler: (req) =>
      req.read(async (tx) => {
        const { user_id } = req.params;
        const [membro, sessions] = await Promise.all([
          selectMembro(tx, user_id),
          selectDispositivos(tx, user_id),
        ]);
        found(membro, MISSING);
        return {
          itens: sessions.map(({ user_agent, ...times }) => ({
            dispositivo: deviceName(user_agent),
            ...times,
          })),
        };
      }),
  });

  app.route({
    ...equipe.leave,
    handler: (req) =>
      req.write(async (tx) => {
        await decide(tx, tx.userId, null);
        await endMembro(tx, tx.userId);
        return null;
      }),
  });

  app.route({
    ...transferencia.offer,
    handler: (req) =>
      req.write(async (tx) => {
        const membros = await lockMembros(tx);
        found(
          membros.find(({ user_id }) => user_id === req.body.user_id),
          MISSING,
        );
        await offerTransferencia(tx, req.body.user_id);
        return found((await selectTransferencia(tx)) ?? undefined, NO_OFFER);
      }),
  });

  app.route({
    ...transferencia.accept,
    handler: (req) =>
      req.write(async (tx) => {
        if (!(await acceptTransferencia(tx))) throw new AppError('not_found', NO_OFFER);
        return null;
      }),
  });

  app.route({
    ...transferencia.withdraw,
    handler: (req) =>
      req.write(async (tx) => {
        if (!(await withdrawTransferencia(tx))) throw new AppError('not_found', NO_OFFER);
        return null;
      }),
  });
}
