import type { PedidoDeTitular, Registro } from '@prumo/contract/titulares.ts';

export const TABELA_WORDS: Readonly<Record<Registro['tabela'], string>> = {
  clientes: 'Cliente',
  vendedores: 'Vendedor',
  fornecedores: 'Fornecedor',
};

export const TIPO_WORDS = { acesso: 'Acesso aos dados', eliminacao: 'Eliminação dos dados' } as const;

/** The state of a pedido and of its clock, with the tone of its badge. */
export function clockOf({ situacao, dias }: Pick<PedidoDeTitular, 'situacao' | 'dias'>): {
  text: string;
  tone: 'ok' | 'warn' | 'bad' | 'neutral';
} {
  if (situacao === 'atendido') return { text: 'Atendido', tone: 'neutral' };
  if (situacao === 'eliminando') return { text: 'Eliminando…', tone: 'warn' };
  if (dias < 0) return { text: `Atrasado há ${daysOf(-dias)}`, tone: 'bad' };
  if (dias === 0) return { text: 'Vence hoje', tone: 'bad' };
  return { text: `${dias === 1 ? 'Falta' : 'Faltam'} ${daysOf(dias)}`, tone: dias <= 5 ? 'warn' : 'ok' };
}

const daysOf = (days: number) => (days === 1 ? '1 dia' : `${days} dias`);
