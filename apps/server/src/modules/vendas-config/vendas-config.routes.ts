import {
  MOST_DAYS_BACK,
  type VendasConfig,
  type VendasConfigInput,
  vendasConfig,
} from '@prumo/contract/vendas-config.ts';
import { reportSince } from '#modules/pedidos/report-vendas.queries.ts';
import { releaseVendas } from '#modules/vendas/vendas.job.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import {
  countDepositos,
  selectDepositosDoAnuncio,
  selectPrevia,
  selectVendasConfig,
  selectVendedora,
  type Vendedora,
  writeDepositosDoAnuncio,
  writeVendasConfig,
} from './vendas-config.queries.ts';

const DAY_MS = 86_400_000;
const MISSING = 'Conta não encontrada. Ela pode ter sido desconectada.';

export function vendasConfigRoutes(app: App, { jobs }: { jobs: Pick<Jobs, 'enqueue'> }): void {
  app.route({
    ...vendasConfig.get,
    handler: (req) =>
      req.read(async (tx) =>
        selectVendasConfig(tx, found(await selectVendedora(tx, req.params.id), MISSING)),
      ),
  });

  app.route({
    ...vendasConfig.set,
    handler: (req) =>
      req.write(async (tx) => {
        const conta = found(await selectVendedora(tx, req.params.id), MISSING);
        const before = await selectVendasConfig(tx, conta);
        refuseOld(before, req.body);
        await refuseMissing(tx, addedBy(req.body, before));
        if (!(await writeVendasConfig(tx, conta, req.body)))
          throw new AppError(
            'conflict',
            'Outra pessoa mudou estas opções enquanto você editava. Confira o que mudou e salve de novo.',
            { atual: await selectVendasConfig(tx, conta) },
          );
        await recordAtividade(tx, 'vendas_alteradas', {
          conta: conta.nickname ?? conta.seller_id,
          ...wordsOf(req.body),
        });
        await followChange(tx, jobs, { conta, before, after: req.body });
        return selectVendasConfig(tx, conta);
      }),
  });

  app.route({
    ...vendasConfig.previa,
    handler: (req) =>
      req.read(async (tx) =>
        selectPrevia(
          tx,
          found(await selectVendedora(tx, req.params.id), MISSING),
          req.query.desde ?? new Date(Date.now() - MOST_DAYS_BACK * DAY_MS).toISOString(),
        ),
      ),
  });

  app.route({
    ...vendasConfig.getAnuncio,
    handler: (req) =>
      req.read(async (tx) => {
        const { id, anuncio_id } = req.params;
        const conta = found(await selectVendedora(tx, id), MISSING);
        return { anuncio_id, depositos: await selectDepositosDoAnuncio(tx, conta, anuncio_id) };
      }),
  });

  app.route({
    ...vendasConfig.setAnuncio,
    handler: (req) =>
      req.write(async (tx) => {
        const { id, anuncio_id } = req.params;
        const { depositos } = req.body;
        const conta = found(await selectVendedora(tx, id), MISSING);
        await refuseMissing(tx, depositos);
        await writeDepositosDoAnuncio(tx, conta, { anuncio_id, depositos });
        return { anuncio_id, depositos };
      }),
  });
}

/** Makes the stock follow the change: jobs read the sales that count now, or give up the promises. */
async function followChange(
  tx: TenantDb,
  jobs: Pick<Jobs, 'enqueue'>,
  { conta, before, after }: { conta: Vendedora; before: VendasConfig; after: VendasConfigInput },
): Promise<void> {
  const { marketplace, seller_id } = conta;
  const { reserva_desde, saida_em } = after;
  if (reserva_desde === null)
    return jobs.enqueue(tx, releaseVendas, { empresa_id: tx.empresaId, marketplace, seller_id });
  if (!isSame(before.reserva_desde, reserva_desde) || before.saida_em !== saida_em)
    await reportSince(tx, { marketplace, sellerId: seller_id }, reserva_desde);
}

const isSame = (one: string | null, other: string | null) =>
  one !== null && other !== null && Date.parse(one) === Date.parse(other);

/** A start that is saved already stays valid when it grows old. */
function refuseOld(before: VendasConfig, { reserva_desde }: VendasConfigInput): void {
  if (reserva_desde === null || isSame(before.reserva_desde, reserva_desde)) return;
  // One more day, because the first day counts from its midnight.
  if (Date.parse(reserva_desde) >= Date.now() - (MOST_DAYS_BACK + 1) * DAY_MS) return;
  const message = `Escolha um dia dos últimos ${MOST_DAYS_BACK} dias.`;
  throw new AppError('invalid', message, { campos: { reserva_desde: message } });
}

/** The choice in the words of its atividade. */
const wordsOf = ({ reserva_desde, saida_em }: VendasConfigInput) => ({
  reserva:
    reserva_desde === null
      ? 'sem reserva'
      : `reserva das vendas desde ${new Date(reserva_desde).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })}`,
  saida: saida_em === 'etiqueta' ? 'saída com a etiqueta impressa' : 'saída com o despacho',
});

/** A deposito that was deleted since it was chosen is passed over, so it refuses nothing. */
const addedBy = ({ depositos }: VendasConfigInput, before: VendasConfig) =>
  depositos.filter((id) => !before.depositos.includes(id));

async function refuseMissing(tx: TenantDb, depositos: readonly string[]): Promise<void> {
  if ((await countDepositos(tx, depositos)) === depositos.length) return;
  const message = 'Um dos depósitos não existe mais. Escolha outro.';
  throw new AppError('invalid', message, { campos: { depositos: message } });
}
