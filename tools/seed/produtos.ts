import { DEMO_PRODUTOS, type DemoProduto } from './produtos.records.ts';
import { type Caller, signedIn } from './signed-in.ts';

interface Named {
  id: string;
  nome: string;
}

/** Creates produtos with photos and stock in the demo empresa, through the API of the running product. */
export async function seedProdutos(url: string, origin: string, sessao: object): Promise<void> {
  const caller = await signedIn(url, origin, sessao);
  const ids = await idsByName(caller, ['marcas', 'categorias', 'fornecedores', 'depositos']);
  for (const produto of DEMO_PRODUTOS) await seedProduto(caller, ids, produto);
  await caller.signOut();
}

async function seedProduto(caller: Caller, ids: Map<string, string>, produto: DemoProduto): Promise<void> {
  const idOf = (nome: string) => ids.get(nome) ?? fail(`There is no ${nome} in the demo empresa`);
  const { nome, sku, codigos, custo, preco, estoque, cores, movimentos } = produto;
  const fotos: string[] = [];
  for (const cor of cores) {
    const { url } = await caller.post<{ url: string }>('/api/arquivos/fotos', Buffer.from(drawing(cor)));
    fotos.push(url);
  }
  const { id } = await caller.post<{ id: string }>('/api/produtos', {
    nome,
    sku,
    marca_id: idOf(produto.marca),
    categoria_id: idOf(produto.categoria),
    fornecedor_id: idOf(produto.fornecedor),
    cod_referencia: codigos,
    custo_unitario: custo,
    preco_venda: preco,
    fotos,
    depositos: Object.entries(estoque).map(([deposito, quantidade]) => ({
      deposito_id: idOf(deposito),
      quantidade,
      quantidade_lida: null,
    })),
  });
  for (const [tipo, deposito, quantidade, motivo, destino] of movimentos)
    await caller.post('/api/movimentos', {
      id: crypto.randomUUID(),
      tipo,
      produto_id: id,
      deposito_id: idOf(deposito),
      destino_id: destino ? idOf(destino) : null,
      quantidade,
      saldo_lido: null,
      motivo,
    });
}

async function idsByName({ get }: Caller, registers: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const register of registers) {
    const { itens } = await get<{ itens: Named[] }>(`/api/${register}?limite=100`);
    for (const { id, nome } of itens) ids.set(nome, id);
  }
  return ids;
}

function fail(reason: string): never {
  throw new Error(reason);
}

/** Draws a part in one colour on a plain background, so that the photos of a list differ. */
const drawing = (cor: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">
  <rect width="800" height="800" fill="#f4f5f9"/>
  <circle cx="400" cy="400" r="250" fill="${cor}"/>
  <circle cx="400" cy="400" r="170" fill="#fff" fill-opacity=".35"/>
  <circle cx="400" cy="400" r="70" fill="#f4f5f9"/>
  ${Array.from({ length: 12 }, (_, n) => `<rect x="375" y="110" width="50" height="80" rx="12" fill="${cor}" transform="rotate(${n * 30} 400 400)"/>`).join('')}
</svg>`;
