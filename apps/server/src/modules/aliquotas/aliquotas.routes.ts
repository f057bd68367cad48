import { aliquotas, MAX_ALIQUOTAS } from '@prumo/contract/aliquotas.ts';
import { writeDecimal } from '@prumo/contract/exact-decimal.ts';
import { recordAtividade } from '#platform/db/history.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { deleteAliquota, selectAliquotas, writeAliquota } from './aliquotas.queries.ts';

export function aliquotasRoutes(app: App): void {
  app.route({
    ...aliquotas.list,
    handler: (req) => req.read(async (tx) => ({ itens: await selectAliquotas(tx) })),
  });

  app.route({
    ...aliquotas.set,
    handler: (req) =>
      req.write(async (tx) => {
        const { desde, percentual } = req.body;
        if (percentual === null) {
          if (await deleteAliquota(tx, desde)) await recordAtividade(tx, 'aliquota_removida', { desde });
          return { itens: await selectAliquotas(tx) };
        }
        const before = await selectAliquotas(tx);
        if (before.length >= MAX_ALIQUOTAS && !before.some((each) => each.desde === desde))
          throw new AppError(
            'conflict',
            `A empresa já tem ${MAX_ALIQUOTAS} alíquotas. Remova uma que não vale mais e tente de novo.`,
          );
        if (await writeAliquota(tx, { desde, percentual }))
          await recordAtividade(tx, 'aliquota_alterada', { desde, percentual: writeDecimal(percentual) });
        return { itens: await selectAliquotas(tx) };
      }),
  });
}
