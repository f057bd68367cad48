import { importacoes } from '@prumo/contract/importacoes.ts';
import type { VariantProps } from 'class-variance-authority';
import { buttonLook } from '#ui/button.tsx';

interface ResultLinkProps extends VariantProps<typeof buttonLook> {
  id: string;
  /** Identifies the importacao in the accessible name, when there are several links. */
  about?: string;
}

/** Downloads a file with one line per anuncio. */
export const ResultLink = ({ id, look, about }: ResultLinkProps) => (
  <a
    href={importacoes.result.url.replace(':id', id)}
    download
    className={buttonLook({ look })}
    {...(about && { 'aria-label': `Baixar resultado de ${about}` })}
  >
    Baixar resultado
  </a>
);
