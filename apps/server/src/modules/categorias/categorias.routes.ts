import { categorias } from '@prumo/contract/categorias.ts';
import { removeSeveralOf } from '@prumo/contract/remove-several.ts';
import { usedByProdutos } from '#modules/produtos/in-use.ts';
import { stale } from '#platform/db/history.ts';
import { removeEach } from '#platform/db/remove-each.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { usesText } from '#platform/db/uses.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import {
  countProdutos,
  countSubcategorias,
  deleteCategoria,
  insertCategoria,
  selectArvore,
  selectCategoria,
  selectCategorias,
  selectCategoriasExcluidas,
  updateCategoria,
} from './categorias.queries.ts';

const MISSING = 'Categoria não encontrada. Ela pode ter sido excluída.';

const explanations: Explanations = {
  categorias_nome_check: { field: 'nome', message: 'Use de 1 a 100 caracteres no nome.' },
  categorias_descricao_check: { field: 'descricao', message: 'Use até 2.000 caracteres.' },
  categorias_principal_key: { message: 'Esta categoria já existe.' },
  // One foreign key enforces both levels. Its message appears when two people change the same branch
  // concurrently.
  categorias_parent_fkey: {
    field: 'parent_id',
    message:
      'A categoria pai não existe mais ou virou subcategoria. Escolha outra, ou restaure a categoria pai antes.',
    inUse: 'Esta categoria tem subcategorias. Mova-as para outra categoria ou exclua-as antes.',
  },
  categorias_empresa_fkey: { message: 'Esta empresa não existe mais.' },
};

function routes(app: App): void {
  app.route({
    ...categorias.list,
    handler: (req) =>
      req.read((tx) => {
        const { arvore, ...query } = req.query;
        return arvore ? selectArvore(tx, { ...query, principal: 'true' }) : selectCategorias(tx, query);
      }),
  });

  app.route({
    ...categorias.trash,
    handler: (req) => req.read((tx) => selectCategoriasExcluidas(tx, req.query.cursor)),
  });

  app.route({
    ...categorias.get,
    handler: async (req) => found(await req.read((tx) => selectCategoria(tx, req.params.id)), MISSING),
  });

  app.route({
    ...categorias.create,
    handler: (req) => req.write(async (tx) => ({ ...(await insertCategoria(tx, req.body)), lote: tx.lote })),
  });

  app.route({
    ...categorias.update,
    handler: (req) =>
      req.write(async (tx) => {
        const { id } = req.params;
        if (req.body.parent_id !== null) await refuseThirdLevel(tx, id, req.body.parent_id);
        const updated = await updateCategoria(tx, id, req.body);
        if (!updated) throw await stale(tx, 'categorias', found(await selectCategoria(tx, id), MISSING));
        return { ...updated, lote: tx.lote };
      }),
  });

  app.route({
    ...categorias.remove,
    handler: (req) =>
      req.write(async (tx) => {
        await remove(tx, req.params.id);
        return { lote: tx.lote };
      }),
  });

  app.route({
    ...removeSeveralOf(categorias),
    handler: (req) =>
      req.write((tx) =>
        removeEach(tx, { table: 'categorias', ids: req.body.ids, remove: (id) => remove(tx, id) }),
      ),
  });
}

async function remove(tx: TenantDb, id: string): Promise<void> {
  const { nome } = found(await selectCategoria(tx, id), MISSING);
  await refuseInUse(tx, id, nome);
  found(await deleteCategoria(tx, id), MISSING);
}

async function refuseInUse(tx: TenantDb, id: string, nome: string): Promise<void> {
  const [subcategorias, produtos] = await Promise.all([countSubcategorias(tx, id), countProdutos(tx, id)]);
  if (subcategorias + produtos === 0) return;
  const uses = usedByProdutos(nome, { role: 'a categoria', total: produtos });
  const reasons = [
    subcategorias === 1 && `${nome} tem 1 subcategoria. Mova-a para outra categoria ou exclua-a antes.`,
    subcategorias > 1 &&
      `${nome} tem ${usesText(subcategorias)} subcategorias. Mova-as para outra categoria ou exclua-as antes.`,
    produtos > 0 && uses.reason,
  ].filter(Boolean);
  throw new AppError('conflict', reasons.join(' '), {
    usos: [
      { registros: subcategorias === 1 ? 'subcategoria' : 'subcategorias', total: subcategorias },
      uses.uso,
    ].filter(({ total }) => total > 0),
  });
}

/**
 * Refuses to make a categoria with subcategorias a child, because its subcategorias would be on a third
 * level.
 */
async function refuseThirdLevel(tx: TenantDb, id: string, parentId: string): Promise<void> {
  if (parentId === id)
    throw refusedParent('Uma categoria não pode ser subcategoria de si mesma. Escolha outra categoria pai.');
  const total = await countSubcategorias(tx, id);
  if (total === 1)
    throw refusedParent('Esta categoria tem 1 subcategoria e por isso continua principal. Mova-a antes.');
  if (total > 1)
    throw refusedParent(
      `Esta categoria tem ${usesText(total)} subcategorias e por isso continua principal. Mova-as antes.`,
    );
}

const refusedParent = (message: string) =>
  new AppError('invalid', message, { campos: { parent_id: message } });

export const categoriasRegister = { explanations, routes };
