import { readFileSync } from 'node:fs';

/**
 * Every screen inside the authenticated layout, with its heading, except the screens of a conta and of a titular,
 * which need a record.
 */
export const SCREENS = {
  '/': 'Bem-vindo, Ana Souza!',
  '/perfil': 'Configurações do Perfil',
  '/vendas/pedidos': 'Pedidos',
  '/vendas/pedidos/separacao': 'Lista de separação',
  '/vendas/anuncios': 'Anúncios',
  '/vendas/balcao': 'Balcão',
  '/vendas/margem': 'Margem',
  '/cadastros/marca': 'Marcas',
  '/cadastros/categoria': 'Categorias',
  '/cadastros/clientes': 'Clientes',
  '/cadastros/fornecedores': 'Fornecedores',
  '/cadastros/vendedores': 'Vendedores',
  '/configuracao/deposito': 'Depósitos de Estoque',
  '/configuracao/integracoes': 'Integrações',
  '/configuracao/equipe': 'Empresa e equipe',
  '/configuracao/atividade': 'Atividade',
  '/configuracao/dados': 'Dados e privacidade',
  '/catalogo/produtos': 'Produtos',
  '/catalogo/inventario': 'Inventário',
  '/ajuda': 'Ajuda',
  '/ajuda/o-que-ha-de-novo': 'O que há de novo',
};

/** The addresses of all screens as the route tree declares them, such as `/configuracao/$marketplace/$accountId`. */
export function everyRoute(): string[] {
  const tree = readFileSync(new URL('../apps/web/src/routeTree.gen.ts', import.meta.url), 'utf8');
  const [, declared = ''] = /\n {2}to:\n([^;]*);/.exec(tree) ?? [];
  return Array.from(declared.matchAll(/'([^']+)'/g), ([, path = '']) => path).sort();
}
