import { categoriasRegister } from '#modules/categorias/categorias.routes.ts';
import { clientesRegister } from '#modules/clientes/clientes.routes.ts';
import { depositosRegister } from '#modules/depositos/depositos.routes.ts';
import { fornecedoresRegister } from '#modules/fornecedores/fornecedores.routes.ts';
import { marcasRegister } from '#modules/marcas/marcas.routes.ts';
import { produtosRegister } from '#modules/produtos/produtos.routes.ts';
import { vendedoresRegister } from '#modules/vendedores/vendedores.routes.ts';

/** Every register, with its routes and the Portuguese message of each of its database constraints. */
export const registers = [
  marcasRegister,
  categoriasRegister,
  clientesRegister,
  fornecedoresRegister,
  vendedoresRegister,
  depositosRegister,
  produtosRegister,
];
