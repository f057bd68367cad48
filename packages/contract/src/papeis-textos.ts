import type { Direito, Papel } from './papeis.ts';

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

/** The line of each right in the table that explains the papéis. */
export const NOME_DO_DIREITO: Readonly<Record<Direito, string>> = {
  consultar: 'Ver produtos, estoque e vendas',
  ver_custo: 'Ver custo e margem',
  alterar_produtos: 'Alterar produtos e fornecedores',
  movimentar_estoque: 'Mover e contar estoque',
  vender_balcao: 'Vender no balcão',
  alterar_clientes: 'Alterar clientes e vendedores',
  integrar: 'Depósitos e integrações',
  alterar_empresa: 'Alterar os dados da empresa',
  gerir_equipe: 'Convidar e mudar papéis',
  ver_atividade: 'Ver a atividade da empresa',
  ver_dispositivos: 'Ver os dispositivos da equipe',
  atender_titulares: 'Atender pedidos de titulares (LGPD)',
  transferir_empresa: 'Transferir a empresa',
  excluir_empresa: 'Excluir a empresa',
  exportar_dados: 'Baixar e restaurar todos os dados',
};
