import type { ItemInventario } from '@prumo/contract/inventario.ts';
import { movimentos, type Tipo } from '@prumo/contract/movimentos.ts';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeftRight, History, type LucideIcon, Minus, Package, Plus, Scale } from 'lucide-react';
import { May } from '#lib/session/may.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { TIPO_WORDS } from './tipo.ts';

const ICONS: Record<Tipo, LucideIcon> = {
  entrada: Plus,
  saida: Minus,
  ajuste: Scale,
  transferencia: ArrowLeftRight,
};

interface ItemMenuProps {
  item: ItemInventario;
  onMove: (tipo: Tipo) => void;
  onShowMovimentos: () => void;
}

export function ItemMenu({ item, onMove, onShowMovimentos }: ItemMenuProps) {
  const navigate = useNavigate();
  return (
    <Menu label={`Ações de ${item.produto_nome} em ${item.deposito_nome}`}>
      <May call={movimentos.create}>
        {TIPO_WORDS.map(({ tipo, word }) => (
          <MenuItem key={tipo} icon={ICONS[tipo]} onSelect={() => onMove(tipo)}>
            {word}
          </MenuItem>
        ))}
        <MenuSeparator />
      </May>
      <MenuItem icon={History} onSelect={onShowMovimentos}>
        Movimentações
      </MenuItem>
      <MenuItem
        icon={Package}
        onSelect={() => void navigate({ to: '/catalogo/produtos', search: { abrir: item.produto_id } })}
      >
        Abrir produto
      </MenuItem>
    </Menu>
  );
}
