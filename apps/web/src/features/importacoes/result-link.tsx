import { importacoes } from '@prumo/contract/importacoes.ts';
import type { VariantProps } from 'class-variance-authority';
import { buttonLook } from '#ui/button.tsx';

interface ResultLinkProps extends VariantProps<typeof buttonLook> {
  id: string;
  /** Which one, where there are several. */
  about?: string;
}

/** A line for each anuncio, as a file. */
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
