import type { AcaoDeAnuncio, AnuncioProposto } from '@prumo/contract/importacoes-anuncios.ts';
import { CircleSlash, Link2, PackagePlus, Replace } from 'lucide-react';
import { useRef } from 'react';
import { useLostFocus } from '#lib/use-lost-focus.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { isToCheck, nameOf } from './anuncio-words.ts';

interface AnuncioActionsProps {
  anuncio: AnuncioProposto;
  onDecide: (acao: AcaoDeAnuncio) => void;
  onLinkOther: () => void;
}

export function AnuncioActions({ anuncio, onDecide, onLinkOther }: AnuncioActionsProps) {
  const { acao, por } = anuncio;
  const name = nameOf(anuncio);
  const isAsking = isToCheck(anuncio);
  const actions = useRef<HTMLDivElement>(null);
  useLostFocus(actions, isAsking ? 'asking' : 'decided');
  return (
    <div ref={actions} tabIndex={-1} className="flex flex-wrap items-center justify-end gap-1.5 outline-none">
      {/* An unconfirmed match shows its two answers as buttons. */}
      {isAsking && (
        <>
          <Button
            className="h-7 px-2.5"
            aria-label={`É o mesmo produto: ${name}`}
            onClick={() => onDecide('ligar')}
          >
            É o mesmo
          </Button>
          <Button
            look="ghost"
            className="h-7 px-2.5"
            aria-label={`É outro produto: ${name}`}
            onClick={() => onDecide('criar')}
          >
            É outro
          </Button>
        </>
      )}
      <Menu label={`Ações de ${name}`}>
        {acao !== 'criar' && (
          <MenuItem icon={PackagePlus} onSelect={() => onDecide('criar')}>
            Criar produto
          </MenuItem>
        )}
        {acao !== 'ligar' && por && (
          <MenuItem icon={Link2} onSelect={() => onDecide('ligar')}>
            Ligar ao produto proposto
          </MenuItem>
        )}
        <MenuItem icon={Replace} onSelect={onLinkOther}>
          Ligar a outro produto
        </MenuItem>
        {acao !== 'ignorar' && (
          <MenuItem icon={CircleSlash} onSelect={() => onDecide('ignorar')}>
            Ignorar
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}
