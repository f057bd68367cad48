import { equipe } from '@prumo/contract/equipe.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { selectMembro } from './equipe.queries.ts';
import { sendLembrete } from './lembretes.job.ts';
import { insertLembrete } from './lembretes.queries.ts';
import { MISSING } from './refusals.ts';

const HAS_IT = 'Esta pessoa já usa a verificação em duas etapas. Não há o que lembrar.';
const NOT_DEMANDED =
  'A empresa não exige a verificação em duas etapas. Ligue a exigência em Segurança das conexões antes de lembrar alguém.';

export const lembretesExplanations: Explanations = {
  lembretes_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  lembretes_membro_fkey: { message: MISSING },
  lembretes_envio_check: { message: 'O estado deste lembrete não existe. Recarregue a página.' },
};

export function lembretesRoutes(app: App, { jobs }: { jobs: Pick<Jobs, 'enqueue'> }): void {
  app.route({
    ...equipe.remind,
    handler: (req) =>
      req.write(async (tx) => {
        const { user_id } = req.params;
        const { duas_etapas, duas_etapas_ate } = found(await selectMembro(tx, user_id), MISSING);
        if (duas_etapas) throw new AppError('conflict', HAS_IT);
        if (!duas_etapas_ate) throw new AppError('conflict', NOT_DEMANDED);
        const lembrado_em = await insertLembrete(tx, user_id);
        if (lembrado_em) {
          await jobs.enqueue(tx, sendLembrete, { empresa_id: tx.empresaId, user_id });
          return { situacao: 'enviado' as const, lembrado_em };
        }
        const before = found(await selectMembro(tx, user_id), MISSING).lembrado_em;
        return { situacao: 'ja_enviado' as const, lembrado_em: found(before ?? undefined, MISSING) };
      }),
  });
}
