import type { AcaoDeAnuncio, AnuncioProposto } from '@prumo/contract/anuncios.ts';
import { CircleSlash, Link2, PackagePlus, Replace } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { nameOf } from './anuncio-words.ts';

export type Decide = (anuncio: AnuncioProposto, acao: AcaoDeAnuncio, produtoId?: string) => void;

interface AnuncioActionsProps {
  anuncio: AnuncioProposto;
  /** A match nobody has agreed to: its two answers stand beside it. */
  asks: boolean;
  onDecide: Decide;
  onLinkOther: () => void;
}

export function AnuncioActions({ anuncio, asks, onDecide, onLinkOther }: AnuncioActionsProps) {
  const { acao, por } = anuncio;
  const name = nameOf(anuncio);
  return (
    <div className="flex flex-wrap items-center justify-end gap-1.5">
      {asks && (
        <>
          <Button
            className="h-7 px-2.5"
            aria-label={`É o mesmo produto: ${name}`}
            onClick={() => onDecide(anuncio, 'ligar')}
          >
            É o mesmo
          </Button>
          <Button
            look="ghost"
            className="h-7 px-2.5"
            aria-label={`É outro produto: ${name}`}
            onClick={() => onDecide(anuncio, 'criar')}
          >
            É outro
          </Button>
        </>
      )}
      <Menu label={`Ações de ${name}`}>
        {acao !== 'criar' && (
          <MenuItem icon={PackagePlus} onSelect={() => onDecide(anuncio, 'criar')}>
            Criar produto
          </MenuItem>
        )}
        {acao !== 'ligar' && por && (
          <MenuItem icon={Link2} onSelect={() => onDecide(anuncio, 'ligar')}>
            Ligar ao produto proposto
          </MenuItem>
        )}
        <MenuItem icon={Replace} onSelect={onLinkOther}>
          Ligar a outro produto
        </MenuItem>
        {acao !== 'ignorar' && (
          <MenuItem icon={CircleSlash} onSelect={() => onDecide(anuncio, 'ignorar')}>
            Ignorar
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}
