import { MAX_RESERVAS, type Reserva, reservas } from '@prumo/contract/reservas.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { conferir } from './conferir.ts';
import { moveReserva } from './move-reserva.ts';
import { selectAbertas, selectAConferir, selectLida } from './read-reservas.queries.ts';
import { MISSING } from './refusals.ts';
import { withFalta } from './with-falta.ts';

const PAGE = 50;

export function reservasRoutes(app: App): void {
  app.route({
    ...reservas.list,
    handler: async (req) => {
      const rows = await req.read((tx) => selectAbertas(tx, req.query.produto_id, MAX_RESERVAS + 1));
      return { itens: withFalta(rows.slice(0, MAX_RESERVAS), rows), mais: rows.length > MAX_RESERVAS };
    },
  });

  app.route({
    ...reservas.aConferir,
    handler: (req) =>
      req.read(async (tx) => {
        const rows = await selectAConferir(tx, req.query.cursor, PAGE + 1);
        const page = rows.slice(0, PAGE);
        // Hardly any returned item still promises something: only one that left before the saldo covered it.
        const promising = page.filter(({ reservado }) => reservado > 0).map(({ produto_id }) => produto_id);
        const open = await Promise.all(
          [...new Set(promising)].map((produtoId) => selectAbertas(tx, produtoId, MAX_RESERVAS)),
        );
        return {
          itens: withFalta(page, open.flat()),
          proximo: (rows.length > PAGE && page.at(-1)?.id) || null,
        };
      }),
  });

  app.route({
    ...reservas.move,
    handler: (req) =>
      req.write(async (tx) => {
        await moveReserva(tx, req.params.id, req.body);
        return readReserva(tx, req.params.id);
      }),
  });

  app.route({
    ...reservas.conferir,
    handler: (req) =>
      req.write(async (tx) => {
        const movimentos = await conferir(tx, req.params.id, req.body);
        const reserva = await readReserva(tx, req.params.id);
        return { lote: movimentos[0]?.lote ?? tx.lote, reserva, movimentos };
      }),
  });
}

async function readReserva(tx: TenantDb, id: string): Promise<Reserva> {
  const row = found(await selectLida(tx, id), MISSING);
  const open = await selectAbertas(tx, row.produto_id, MAX_RESERVAS);
  return found(withFalta([row], open)[0], MISSING);
}
