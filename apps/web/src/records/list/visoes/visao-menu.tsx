import type { Visao } from '@prumo/contract/visoes.ts';
import { Pencil, Trash2, UserRoundX, Users } from 'lucide-react';
import { Menu, MenuItem } from '#ui/menu.tsx';

export interface VisaoMenuProps {
  visao: Visao;
  onRename: () => void;
  onShare: (compartilhada: boolean) => void;
  onRemove: () => void;
}

/** What its owner does with a visao. */
export function VisaoMenu({ visao, onRename, onShare, onRemove }: VisaoMenuProps) {
  const { nome, compartilhada } = visao;
  return (
    <Menu label={`Ações da aba ${nome}`}>
      <MenuItem icon={Pencil} onSelect={onRename}>
        Renomear
      </MenuItem>
      <MenuItem icon={compartilhada ? UserRoundX : Users} onSelect={() => onShare(!compartilhada)}>
        {compartilhada ? 'Parar de compartilhar' : 'Compartilhar com a equipe'}
      </MenuItem>
      <MenuItem icon={Trash2} onSelect={onRemove}>
        Excluir
      </MenuItem>
    </Menu>
  );
}
