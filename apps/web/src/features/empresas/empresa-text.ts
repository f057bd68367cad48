import { bareDocumento, formatDocumento } from '@prumo/contract/documento.ts';
import type { MinhaEmpresa } from '@prumo/contract/empresas.ts';
import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';

/** Up to two letters that stand for an empresa without a logo. */
export function initialsOf(nome: string): string {
  const words = nome.split(/\s+/).filter(Boolean);
  // Words such as “de” and “&” say little, unless the name has no others.
  const long = words.filter((word) => word.length > 2);
  return (long.length > 0 ? long : words)
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase())
    .join('');
}

export const aboutOf = ({ cnpj, papel }: Pick<MinhaEmpresa, 'cnpj' | 'papel'>) =>
  [cnpj && formatDocumento(cnpj), PAPEL_EM_PALAVRAS[papel].nome].filter(Boolean).join(' · ');

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The empresas whose name contains the text, or whose CNPJ does, with or without its signs. */
export function matchingEmpresas<E extends Pick<MinhaEmpresa, 'nome' | 'cnpj'>>(
  itens: readonly E[],
  text: string,
): E[] {
  const wanted = plain(text.trim());
  const cnpj = bareDocumento(text);
  return itens.filter(
    (each) => plain(each.nome).includes(wanted) || (cnpj !== '' && each.cnpj?.includes(cnpj)),
  );
}
