/** What a person can do with the chosen produtos, as the address names it. */
export const TITLES = {
  preco: 'Alterar preço',
  categoria: 'Alterar categoria',
  marca: 'Alterar marca',
  fornecedor: 'Alterar fornecedor',
  minimo: 'Alterar estoque mínimo',
  excluir: 'Excluir produtos',
  exportar: 'Exportar produtos',
} as const;
export type Act = keyof typeof TITLES;

export const isAct = (text: string | undefined): text is Act => text !== undefined && text in TITLES;
