import type { Novidade, TabelaAnunciada } from '@prumo/contract/novidades.ts';

interface Concerned {
  /** Tags whose reads of one record are named by the ids of the change. Reads of other records stay as they are. */
  named: readonly string[];
  /** Tags of which every read may show the change. */
  all: readonly string[];
}

/** What shows the records of each announced table. A list shows the names of other registers, too. */
const SHOWN_BY: Readonly<Record<TabelaAnunciada, Concerned>> = {
  marcas: { named: ['marcas'], all: ['historico', 'produtos'] },
  categorias: { named: ['categorias'], all: ['historico', 'produtos'] },
  fornecedores: { named: ['fornecedores'], all: ['historico', 'produtos'] },
  clientes: { named: ['clientes'], all: ['historico'] },
  vendedores: { named: ['vendedores'], all: ['historico'] },
  depositos: {
    named: ['depositos'],
    all: ['historico', 'inventario', 'movimentos', 'pedidos', 'produtos', 'anuncios', 'publicacao'],
  },
  produtos: { named: ['produtos'], all: ['historico', 'inventario', 'movimentos', 'marcas', 'categorias'] },
  produto_deposito: { named: [], all: ['historico', 'inventario', 'pedidos', 'produtos'] },
  movimentos_estoque: {
    named: ['produtos'],
    all: ['inventario', 'movimentos', 'pedidos', 'anuncios', 'publicacao'],
  },
  pedidos: { named: ['analises'], all: [] },
  pedidos_fila: { named: ['pedidos', 'margem'], all: ['margens'] },
  vendas_balcao: { named: ['vendas-balcao'], all: ['comissoes'] },
  anuncios: { named: [], all: ['anuncios', 'publicacao'] },
  mercado_livre_config: { named: ['contas', 'analises'], all: ['historico', 'anuncios', 'publicacao'] },
  importacoes: { named: ['importacoes'], all: [] },
  empresas: { named: [], all: ['empresas'] },
  membros: { named: [], all: ['equipe'] },
  convites: { named: [], all: ['convites'] },
};

/** The tags whose queries follow the announced changes. */
export const KEPT: ReadonlySet<unknown> = new Set(
  Object.values(SHOWN_BY).flatMap(({ named, all }) => [...named, ...all]),
);

/** Whether a query may show one of the changes. */
export function isConcerned(queryKey: readonly unknown[], novidades: readonly Novidade[]): boolean {
  const [tag, , about] = queryKey;
  const id = idOf(about);
  return novidades.some(({ tabela, ids }) => {
    const { named, all } = SHOWN_BY[tabela];
    if (all.some((each) => each === tag)) return true;
    return (
      named.some((each) => each === tag) && (ids === null || id === undefined || ids.includes(String(id)))
    );
  });
}

/** The id of the record that a query reads. A list has none. An analysis has the id of its conta as a text. */
function idOf(about: unknown): unknown {
  if (typeof about === 'string') return about;
  return typeof about === 'object' && about !== null && 'id' in about ? about.id : undefined;
}
