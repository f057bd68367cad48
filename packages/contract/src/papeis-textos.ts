import type { Papel } from './papeis.ts';

/**
 * What each papel may do, in the words of screens. A file of its own, because the first load of every screen has the
 * names of the papéis and none of these texts.
 */
export const TEXTO_DO_PAPEL: Readonly<Record<Papel, string>> = {
  dono: 'Tudo, também transferir e excluir a empresa e baixar todos os dados.',
  administrador: 'Tudo, menos transferir e excluir a empresa e baixar tudo.',
  estoque: 'Produtos, fornecedores, contagem e movimentos.',
  vendas: 'Clientes, vendedores e vendas no balcão. Não mexe no saldo de outro modo.',
  consulta: 'Só vê. Bom para o contador.',
};
