import { categorias } from '@prumo/contract/categorias.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import { stale } from '#platform/history.ts';
import type { App } from '#platform/http.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import {
  countProdutos,
  countSubcategorias,
  deleteCategoria,
  insertCategoria,
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
  // Both levels are one key: this is what is left to say when two people change the same branch at once.
  categorias_parent_fkey: {
    field: 'parent_id',
    message:
      'A categoria pai não existe mais ou virou subcategoria. Escolha outra, ou restaure a categoria pai antes.',
    inUse: 'Esta categoria tem subcategorias. Mova-as para outra categoria ou exclua-as antes.',
  },
  categorias_empresa_fkey: { message: 'Esta empresa não existe mais.' },
};

function routes(app: App): void {
  app.route({ ...categorias.list, handler: (req) => req.read((tx) => selectCategorias(tx, req.query)) });

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
        const { id } = req.params;
        const { nome } = found(await selectCategoria(tx, id), MISSING);
        await refuseInUse(tx, id, nome);
        found(await deleteCategoria(tx, id), MISSING);
        return { lote: tx.lote };
      }),
  });
}

async function refuseInUse(tx: TenantDb, id: string, nome: string): Promise<void> {
  const [subcategorias, produtos] = await Promise.all([countSubcategorias(tx, id), countProdutos(tx, id)]);
  if (subcategorias + produtos === 0) return;
  const reasons = [
    subcategorias === 1 && `${nome} tem 1 subcategoria. Mova-a para outra categoria ou exclua-a antes.`,
    subcategorias > 1 &&
      `${nome} tem ${subcategorias} subcategorias. Mova-as para outra categoria ou exclua-as antes.`,
    produtos === 1 && `${nome} é a categoria de 1 produto. Mude a categoria dele ou exclua-o antes.`,
    produtos > 1 &&
      `${nome} é a categoria de ${produtos.toLocaleString('pt-BR')} produtos. Mude a categoria deles ou exclua-os antes.`,
  ].filter(Boolean);
  throw new AppError('conflict', reasons.join(' '), {
    usos: [
      { registros: subcategorias === 1 ? 'subcategoria' : 'subcategorias', total: subcategorias },
      { registros: produtos === 1 ? 'produto' : 'produtos', total: produtos },
    ].filter(({ total }) => total > 0),
  });
}

/** A parent that became a child would put its own children, or itself, on a third level. */
async function refuseThirdLevel(tx: TenantDb, id: string, parentId: string): Promise<void> {
  if (parentId === id)
    throw refusedParent('Uma categoria não pode ser subcategoria de si mesma. Escolha outra categoria pai.');
  const total = await countSubcategorias(tx, id);
  if (total === 1)
    throw refusedParent('Esta categoria tem 1 subcategoria e por isso continua principal. Mova-a antes.');
  if (total > 1)
    throw refusedParent(
      `Esta categoria tem ${total} subcategorias e por isso continua principal. Mova-as antes.`,
    );
}

const refusedParent = (message: string) =>
  new AppError('invalid', message, { campos: { parent_id: message } });

export const categoriasRegister = { explanations, routes };
