import type { LinhaDeSeparacao } from '@prumo/contract/pedidos-fila.ts';

type Linha = Pick<LinhaDeSeparacao, 'produto_id' | 'deposito_id' | 'sku' | 'codigos' | 'unidades'>;

/** Names a line across reloads. */
export const keyOf = ({ produto_id, deposito_id }: Pick<Linha, 'produto_id' | 'deposito_id'>) =>
  `${produto_id} ${deposito_id ?? ''}`;

/** A code in its normal form: upper case, only letters and digits. */
export const plainCode = (code: string) => code.toUpperCase().replace(/[^0-9A-Z]/g, '');

export const isCodeOf = (code: string, of: Pick<Linha, 'sku' | 'codigos'>): boolean => {
  const wanted = plainCode(code);
  return wanted !== '' && [...of.codigos, of.sku].some((each) => each && plainCode(each) === wanted);
};

/** How many units of a line were read. A line that shrank meanwhile has at most its units. */
export const readOf = (linha: Linha, lidas: readonly string[]): number =>
  Math.min(linha.unidades, lidas.filter((each) => each === keyOf(linha)).length);

export type Read = { is: 'lida'; key: string } | { is: 'completa'; key: string } | { is: 'estranha' };

/** What one read of a code means: a piece of a line, one too many, or a piece of no line. */
export function readCode(linhas: readonly Linha[], lidas: readonly string[], code: string): Read {
  const meant = linhas.filter((linha) => isCodeOf(code, linha));
  const open = meant.find((linha) => readOf(linha, lidas) < linha.unidades);
  if (open) return { is: 'lida', key: keyOf(open) };
  return meant[0] ? { is: 'completa', key: keyOf(meant[0]) } : { is: 'estranha' };
}
