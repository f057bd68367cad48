import { type PedidoDeTitular, titulares } from '@prumo/contract/titulares.ts';
import { recordAtividade } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { eraseTitular } from './titulares.job.ts';
import {
  insertPedido,
  selectDados,
  selectDescritos,
  selectEncontrados,
  selectPedido,
  selectPedidos,
  selectPrevia,
  setAtendido,
  setEliminando,
  setExportado,
  setRegistros,
} from './titulares.queries.ts';

const MISSING = 'Este pedido não foi encontrado. Recarregue a página.';
const INVALID = 'Este pedido não pôde ser guardado. Recarregue a página e tente de novo.';

export const titularesExplanations: Explanations = {
  pedidos_de_titulares_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  pedidos_de_titulares_tipo_check: { field: 'tipo', message: 'Escolha o que a pessoa pede.' },
  pedidos_de_titulares_nome_check: { field: 'nome', message: 'Use de 1 a 200 caracteres no nome.' },
  pedidos_de_titulares_contato_check: {
    field: 'contato',
    message: 'Use de 1 a 254 caracteres no contato.',
  },
  pedidos_de_titulares_registros_check: { message: INVALID },
  pedidos_de_titulares_situacao_check: { message: INVALID },
  pedidos_de_titulares_atendido_check: { message: INVALID },
};

const get = async (tx: TenantDb, id: string, lock?: boolean): Promise<PedidoDeTitular> =>
  found(await selectPedido(tx, id, lock), MISSING);

/** Gets a pedido that nobody has answered yet, and locks it. */
async function getOpen(tx: TenantDb, id: string): Promise<PedidoDeTitular> {
  const pedido = await get(tx, id, true);
  if (pedido.situacao !== 'aberto')
    throw new AppError(
      'conflict',
      'Este pedido já foi atendido. Se a pessoa pediu de novo, registre outro pedido.',
    );
  return pedido;
}

/** What a person typed as a document is searched without its punctuation. */
const searched = (busca: string) => {
  const bare = busca.replaceAll(/[.\-/\s]/g, '');
  return /^\d[\dA-Za-z]{10,13}$/.test(bare) ? bare : busca;
};

export function titularesRoutes(app: App, { jobs }: { jobs: Pick<Jobs, 'enqueue'> }): void {
  app.route({
    ...titulares.list,
    handler: (req) => req.read(async (tx) => ({ itens: await selectPedidos(tx) })),
  });

  app.route({
    ...titulares.create,
    handler: (req) => req.write(async (tx) => get(tx, await insertPedido(tx, req.body))),
  });

  app.route({
    ...titulares.find,
    handler: (req) => req.read((tx) => selectEncontrados(tx, searched(req.body.busca))),
  });

  app.route({
    ...titulares.choose,
    handler: (req) =>
      req.write(async (tx) => {
        const { registros } = req.body;
        await getOpen(tx, req.params.id);
        if ((await selectDescritos(tx, registros)).length !== registros.length)
          throw new AppError('conflict', 'Um dos registros escolhidos não existe mais. Procure de novo.');
        await setRegistros(tx, req.params.id, registros);
        return get(tx, req.params.id);
      }),
  });

  app.route({
    ...titulares.preview,
    handler: (req) => req.read(async (tx) => selectPrevia(tx, (await get(tx, req.params.id)).registros)),
  });

  app.route({
    ...titulares.export,
    // `prepare`, because `write` would store the answer, and with it another copy of the person's data.
    handler: (req) =>
      req.prepare(async (tx) => {
        await get(tx, req.params.id, true);
        await setExportado(tx, req.params.id);
        await recordAtividade(tx, 'dados_exportados', {});
        const pedido = await get(tx, req.params.id);
        return { pedido, ...(await selectDados(tx, pedido)) };
      }),
  });

  app.route({
    ...titulares.erase,
    handler: (req) =>
      req.write(async (tx) => {
        const pedido = await getOpen(tx, req.params.id);
        if (pedido.tipo !== 'eliminacao')
          throw new AppError('conflict', 'Este pedido é de acesso. Registre um pedido de eliminação.');
        if (pedido.registros.length === 0)
          throw new AppError('conflict', 'Escolha antes os registros da pessoa.');
        await setEliminando(tx, pedido.id);
        await jobs.enqueue(tx, eraseTitular, {
          ...{ empresa_id: tx.empresaId, pedido_id: pedido.id, confere: false },
        });
        return get(tx, pedido.id);
      }),
  });

  app.route({
    ...titulares.finish,
    handler: (req) =>
      req.write(async (tx) => {
        const pedido = await getOpen(tx, req.params.id);
        if (pedido.tipo === 'eliminacao' && pedido.registros.length > 0)
          throw new AppError('conflict', 'Elimine antes os registros escolhidos, ou tire-os do pedido.');
        await setAtendido(tx, pedido.id);
        return get(tx, pedido.id);
      }),
  });
}
