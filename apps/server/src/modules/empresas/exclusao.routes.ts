import { exclusao } from '@prumo/contract/empresas.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { selectEmpresa } from './empresas.queries.ts';
import { tellExclusao } from './exclusao.job.ts';
import { deleteExclusao, insertExclusao, selectMembroIds, withdrawOffers } from './exclusao.queries.ts';

const MISSING = 'Esta empresa não existe mais.';

export const exclusaoExplanations: Explanations = {
  exclusoes_empresa_fkey: { message: MISSING },
  exclusoes_em_curso: {
    message: 'O prazo para cancelar acabou e a exclusão já começou. Não é mais possível desfazê-la.',
  },
};

export function exclusaoRoutes(app: App, { jobs }: { jobs: Pick<Jobs, 'enqueue'> }): void {
  async function tellMembros(tx: TenantDb): Promise<void> {
    for (const { user_id } of await selectMembroIds(tx))
      await jobs.enqueue(tx, tellExclusao, { empresa_id: tx.empresaId, user_id, por: tx.userId });
  }

  app.route({
    ...exclusao.request,
    handler: (req) =>
      req.write(async (tx) => {
        const empresa = found(
          req.params.id === tx.empresaId ? await selectEmpresa(tx, true) : undefined,
          MISSING,
        );
        if (req.body.nome !== empresa.nome) {
          const message = `Digite o nome exatamente como está: ${empresa.nome}`;
          throw new AppError('invalid', message, { campos: { nome: message } });
        }
        await withdrawOffers(tx);
        const exclui_em = await insertExclusao(tx);
        await recordAtividade(tx, 'exclusao_pedida', {});
        await tellMembros(tx);
        return { exclui_em };
      }),
  });

  app.route({
    ...exclusao.cancel,
    handler: (req) =>
      req.write(async (tx) => {
        if (req.params.id !== tx.empresaId || !(await deleteExclusao(tx)))
          throw new AppError('not_found', 'A exclusão desta empresa já foi cancelada.');
        await recordAtividade(tx, 'exclusao_cancelada', {});
        await tellMembros(tx);
        return null;
      }),
  });
}
