import { type Produto, type ProdutoInput, type ProdutoListado, produtos } from '@prumo/contract/produtos.ts';
import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import { clearSaldosOfProduto, selectSaldos, setSaldos } from '#modules/movimentos/saldos.ts';
import { stale } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import {
  deleteProduto,
  insertProduto,
  lockProduto,
  selectProduto,
  selectProdutos,
  selectProdutosExcluidos,
  selectTwin,
  updateProduto,
} from './produtos.queries.ts';
import { selectEncontrados, selectResumo, selectResumoExato } from './resumo.queries.ts';

const MISSING = 'Produto não encontrado. Ele pode ter sido excluído.';
const SKU_TAKEN = 'Já existe um produto com este SKU';

const explanations: Explanations = {
  produtos_nome_check: { field: 'nome', message: 'Use de 1 a 200 caracteres no nome.' },
  produtos_sku_check: { field: 'sku', message: 'Use de 1 a 100 caracteres no SKU.' },
  produtos_sku_key: { field: 'sku', message: `${SKU_TAKEN}. Use outro.` },
  produtos_cod_referencia_check: {
    field: 'cod_referencia',
    message: 'Use até 200 códigos de referência.',
  },
  produtos_custo_unitario_check: {
    field: 'custo_unitario',
    message: 'Custo unitário deve ser maior ou igual a 0',
  },
  produtos_preco_venda_check: {
    field: 'preco_venda',
    message: 'Preço de venda deve ser maior ou igual a 0',
  },
  produtos_fotos_check: { field: 'fotos', message: 'Use até 30 fotos.' },
  produtos_estoque_inicial_check: {
    message: 'O estoque não pode ficar abaixo de 0. Confira as quantidades.',
  },
  produtos_categoria_fkey: {
    field: 'categoria_id',
    message: 'Esta categoria não existe mais. Escolha outra.',
    inUse: 'Esta categoria está em uso por produtos. Mude a categoria deles antes.',
  },
  produtos_marca_fkey: {
    field: 'marca_id',
    message: 'Esta marca não existe mais. Escolha outra.',
    inUse: 'Esta marca está em uso por produtos. Mude a marca deles antes.',
  },
  produtos_fornecedor_fkey: {
    field: 'fornecedor_id',
    message: 'Este fornecedor não existe mais. Escolha outro.',
    inUse: 'Este fornecedor está em uso por produtos. Mude o fornecedor deles antes.',
  },
  produtos_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  produto_fotos_key: { field: 'fotos', message: 'Esta foto já está no produto.' },
  produto_fotos_produto_fkey: { message: MISSING },
  produto_fotos_arquivo_fkey: {
    field: 'fotos',
    message: 'Uma das fotos não está mais guardada. Remova-a e envie o arquivo de novo.',
  },
  produto_fotos_empresa_fkey: { message: 'Esta empresa não existe mais.' },
};

function routes(app: App, { arquivos }: { arquivos: Arquivos }): void {
  app.route({ ...produtos.list, handler: (req) => req.read((tx) => selectProdutos(tx, req.query)) });

  app.route({
    ...produtos.trash,
    handler: (req) => req.read((tx) => selectProdutosExcluidos(tx, req.query.cursor)),
  });

  app.route({ ...produtos.resumo, handler: (req) => req.read((tx) => selectResumo(tx, req.query)) });

  app.route({
    ...produtos.resumoExato,
    handler: (req) => req.read((tx) => selectResumoExato(tx, req.query)),
  });

  app.route({
    ...produtos.balcao,
    handler: (req) =>
      req.read(async (tx) => ({
        itens: req.query.busca ? await selectEncontrados(tx, req.query.busca) : [],
      })),
  });

  app.route({
    ...produtos.get,
    handler: async (req) => found(await req.read((tx) => readProduto(tx, req.params.id)), MISSING),
  });

  app.route({
    ...produtos.create,
    handler: (req) =>
      req.write(async (tx) => {
        const { depositos, ...values } = ordered(req.body);
        await refuseTakenSku(tx, values.sku, null);
        const fotos = await arquivos.findFotos(tx, values.fotos);
        const { id } = await insertProduto(tx, { ...values, fotos: urlsOf(tx, fotos) });
        // A new produto has no earlier quantities, so the form cannot have read any.
        await setSaldos(
          tx,
          id,
          depositos.map((saldo) => ({ ...saldo, quantidade_lida: null })),
        );
        await arquivos.settle(tx, fotos);
        return saved(tx, id);
      }),
  });

  app.route({
    ...produtos.update,
    handler: (req) =>
      req.write(async (tx) => {
        const { id } = req.params;
        const { depositos, versao, ...values } = ordered(req.body);
        const before = found(await readLocked(tx, id), MISSING);
        if (before.versao !== versao) throw await stale(tx, 'produtos', await withSaldos(tx, before));
        if (before.sku !== values.sku) await refuseTakenSku(tx, values.sku, id);
        const fotos = await arquivos.findFotos(tx, values.fotos);
        const updated = await updateProduto(tx, id, { ...values, fotos: urlsOf(tx, fotos), versao });
        found(updated, MISSING);
        if ((await setSaldos(tx, id, depositos)) === 'stale')
          throw new AppError(
            'conflict',
            'O estoque mudou enquanto você editava. Confira as quantidades e salve de novo.',
            { atual: await withSaldos(tx, before) },
          );
        await arquivos.settle(tx, changed(arquivos.shownBy('produtos', before), fotos));
        return saved(tx, id);
      }),
  });

  const urlsOf = (tx: TenantDb, ids: readonly string[]) => ids.map((id) => arquivos.urlOf(tx.empresaId, id));

  app.route({
    ...produtos.remove,
    handler: (req) =>
      req.write(async (tx) => {
        const { id } = req.params;
        found(await lockProduto(tx, id), MISSING);
        await clearSaldosOfProduto(tx, id);
        const { fotos } = await deleteProduto(tx, id);
        await arquivos.settle(tx, arquivos.shownBy('produtos', { fotos }));
        return { lote: tx.lote };
      }),
  });
}

/** Keeps each photo once, at its first position. */
const ordered = <Input extends ProdutoInput>(input: Input): Input => ({
  ...input,
  fotos: [...new Set(input.fotos)],
});

/** Returns the photos that were added or removed. */
const changed = (before: readonly string[], after: readonly string[]) => [
  ...before.filter((id) => !after.includes(id)),
  ...after.filter((id) => !before.includes(id)),
];

/** Locks and reads a produto. The statements are pipelined, and the read sees the produto under the lock. */
async function readLocked(tx: TenantDb, id: string): Promise<ProdutoListado | undefined> {
  const [, produto] = await Promise.all([lockProduto(tx, id), selectProduto(tx, id)]);
  return produto;
}

const withSaldos = async (tx: TenantDb, produto: ProdutoListado): Promise<Produto> => ({
  ...produto,
  depositos: await selectSaldos(tx, produto.id),
});

async function readProduto(tx: TenantDb, id: string): Promise<Produto | undefined> {
  const [produto, depositos] = await Promise.all([selectProduto(tx, id), selectSaldos(tx, id)]);
  return produto && { ...produto, depositos };
}

async function saved(tx: TenantDb, id: string) {
  return { ...found(await readProduto(tx, id), MISSING), lote: tx.lote };
}

async function refuseTakenSku(tx: TenantDb, sku: string, id: string | null): Promise<void> {
  const twin = await selectTwin(tx, sku, id);
  if (!twin) return;
  const message = `${SKU_TAKEN}: ${twin.nome}`;
  throw new AppError('conflict', message, { campos: { sku: message } });
}

export const produtosRegister = { explanations, routes };
