import { bareDocumento, formatDocumento } from '@prumo/contract/documento.ts';
import type { MinhaEmpresa } from '@prumo/contract/minhas-empresas.ts';
import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';

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
