import { DEMO_PRODUTOS, type DemoProduto } from './seed-produtos.records.ts';

/** Somebody signed in, as their browser would call. */
interface Caller {
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body: object | Uint8Array) => Promise<T>;
}

interface Named {
  id: string;
  nome: string;
}

/** Produtos of the demo empresa with photos and stock, made as a person makes them: through the running product. */
export async function seedProdutos(url: string, origin: string, sessao: object): Promise<void> {
  const caller = await signedIn(url, origin, sessao);
  const ids = await idsByName(caller, ['marcas', 'categorias', 'fornecedores', 'depositos']);
  for (const produto of DEMO_PRODUTOS) await seedProduto(caller, ids, produto);
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

async function signedIn(url: string, origin: string, sessao: object): Promise<Caller> {
  const headers: Record<string, string> = { origin };
  const answer = async <T>(path: string, init: RequestInit): Promise<T> => {
    const response = await fetch(`${url}${path}`, init);
    if (!response.ok) fail(`${path} answered ${response.status}: ${await response.text()}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    if (cookies.length > 0) headers['cookie'] = cookies.join('; ');
    return response.json() as Promise<T>;
  };
  const post = <T>(path: string, body: object | Uint8Array) => {
    const isFile = body instanceof Uint8Array;
    const type = isFile ? 'application/octet-stream' : 'application/json';
    const idempotency = { 'idempotency-key': crypto.randomUUID() };
    return answer<T>(path, {
      method: 'POST',
      headers: { ...headers, ...idempotency, 'content-type': type },
      body: isFile ? Buffer.from(body) : JSON.stringify(body),
    });
  };
  await post('/api/sessoes', sessao);
  return { post, get: (path) => answer(path, { headers }) };
}

function fail(reason: string): never {
  throw new Error(reason);
}

/** A part on a plain ground, in one colour: enough to tell the photos of a list apart. */
const drawing = (cor: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">
  <rect width="800" height="800" fill="#f4f5f9"/>
  <circle cx="400" cy="400" r="250" fill="${cor}"/>
  <circle cx="400" cy="400" r="170" fill="#fff" fill-opacity=".35"/>
  <circle cx="400" cy="400" r="70" fill="#f4f5f9"/>
  ${Array.from({ length: 12 }, (_, n) => `<rect x="375" y="110" width="50" height="80" rx="12" fill="${cor}" transform="rotate(${n * 30} 400 400)"/>`).join('')}
</svg>`;
