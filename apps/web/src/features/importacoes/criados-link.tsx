import type { Importacao } from '@prumo/contract/importacoes.ts';
import { Link } from '@tanstack/react-router';
import type { VariantProps } from 'class-variance-authority';
import { formatInteger } from '#lib/numbers/format.ts';
import { buttonLook } from '#ui/button.tsx';

interface CriadosLinkProps extends VariantProps<typeof buttonLook> {
  importacao: Importacao;
  /** Identifies the importacao in the accessible name, when there are several links. */
  about?: string;
}

/** Opens the list of produtos with all that the importacao created, picked for the bulk work. */
export function CriadosLink({ importacao: { id, contagem }, look, about }: CriadosLinkProps) {
  if (contagem.criados === 0) return null;
  const text =
    contagem.criados === 1
      ? 'Selecionar o produto criado'
      : `Selecionar os ${formatInteger(contagem.criados)} produtos criados`;
  return (
    <Link
      to="/catalogo/produtos"
      search={{ importacao: id, selecao: 'todos' }}
      className={buttonLook({ look })}
      {...(about && { 'aria-label': `${text} em ${about}` })}
    >
      {text}
    </Link>
  );
}
