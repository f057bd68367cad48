import type { ContagemDeImportacao, Importacao } from '@prumo/contract/importacoes.ts';

/** A count with every figure zero. */
export const none: ContagemDeImportacao = {
  anuncios: 0,
  lidos: 0,
  itens: 0,
  criar: 0,
  ligar: 0,
  conferir: 0,
  ignorar: 0,
  recusados: 0,
  feitos: 0,
  criados: 0,
  ligados: 0,
  atualizados: 0,
  iguais: 0,
  full: 0,
  fotos: 0,
  fotos_feitas: 0,
  fotos_recusadas: 0,
};

export const anImportacao: Importacao = {
  id: 'a',
  conta_id: 'c',
  situacao: 'lendo',
  estados: ['ativos'],
  contagem: none,
  deposito_id: null,
  deposito_nome: null,
  fornecedor_id: null,
  fornecedor_nome: null,
  estoque_full: false,
  aviso: null,
  created_at: '2026-11-15T12:00:00Z',
  iniciada_em: null,
  concluida_em: null,
};
