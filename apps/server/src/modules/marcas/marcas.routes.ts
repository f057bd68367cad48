import { marcas } from '@prumo/contract/marcas.ts';
import { removeSeveralOf } from '@prumo/contract/remove-several.ts';
import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import { inUseByProdutos } from '#modules/produtos/in-use.ts';
import { stale } from '#platform/db/history.ts';
import { removeEach } from '#platform/db/remove-each.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import {
  countProdutos,
  deleteMarca,
  insertMarca,
  selectLogo,
  selectMarca,
  selectMarcas,
  selectMarcasExcluidas,
  updateMarca,
} from './marcas.queries.ts';

const MISSING = 'Marca não encontrada. Ela pode ter sido excluída.';

const explanations: Explanations = {
  marcas_nome_check: { field: 'nome', message: 'Use de 1 a 100 caracteres no nome.' },
  marcas_descricao_check: { field: 'descricao', message: 'Use até 2.000 caracteres.' },
  marcas_logo_url_check: { field: 'logo_url', message: 'Este endereço é longo demais.' },
  marcas_logo_arquivo_fkey: {
    field: 'logo_url',
    message: 'A imagem do logo não está mais guardada. Envie o arquivo de novo.',
  },
  marcas_empresa_fkey: { message: 'Esta empresa não existe mais.' },
};

function routes(app: App, { arquivos }: { arquivos: Arquivos }): void {
  app.route({ ...marcas.list, handler: (req) => req.read((tx) => selectMarcas(tx, req.query)) });

  app.route({
    ...marcas.trash,
    handler: (req) => req.read((tx) => selectMarcasExcluidas(tx, req.query.cursor)),
  });

  app.route({
    ...marcas.get,
    handler: async (req) => found(await req.read((tx) => selectMarca(tx, req.params.id)), MISSING),
  });

  app.route({
    ...marcas.create,
    handler: (req) =>
      req.write(async (tx) => {
        const logo_arquivo_id = await arquivos.find(tx, req.body.logo_url);
        const marca = await insertMarca(tx, { ...req.body, logo_arquivo_id });
        await arquivos.settle(tx, [logo_arquivo_id]);
        return { ...marca, lote: tx.lote };
      }),
  });

  app.route({
    ...marcas.update,
    handler: (req) =>
      req.write(async (tx) => {
        const { id } = req.params;
        const before = found(await selectLogo(tx, id), MISSING);
        const logo_arquivo_id = await arquivos.find(tx, req.body.logo_url);
        const updated = await updateMarca(tx, id, { ...req.body, logo_arquivo_id });
        if (!updated) throw await stale(tx, 'marcas', found(await selectMarca(tx, id), MISSING));
        if (before.logo_arquivo_id !== logo_arquivo_id)
          await arquivos.settle(tx, [before.logo_arquivo_id, logo_arquivo_id]);
        return { ...updated, lote: tx.lote };
      }),
  });

  app.route({
    ...marcas.remove,
    handler: (req) =>
      req.write(async (tx) => {
        await remove(tx, req.params.id);
        return { lote: tx.lote };
      }),
  });

  app.route({
    ...removeSeveralOf(marcas),
    handler: (req) =>
      req.write((tx) =>
        removeEach(tx, { table: 'marcas', ids: req.body.ids, remove: (id) => remove(tx, id) }),
      ),
  });

  async function remove(tx: TenantDb, id: string): Promise<void> {
    const { nome } = found(await selectMarca(tx, id), MISSING);
    const total = await countProdutos(tx, id);
    if (total > 0) throw inUseByProdutos(nome, { role: 'a marca', total });
    const { logo_arquivo_id } = found(await deleteMarca(tx, id), MISSING);
    await arquivos.settle(tx, [logo_arquivo_id]);
  }
}

export const marcasRegister = { explanations, routes };
