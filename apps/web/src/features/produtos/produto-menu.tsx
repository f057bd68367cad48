import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { type OnAct, useActions } from './produto-acts.ts';

/** The actions of a row, for screens too narrow to show them all. */
export function ProdutoMenu({ produto, onAct }: { produto: ProdutoListado; onAct: OnAct }) {
  const actions = useActions();
  return (
    <Menu label={`Ações de ${produto.nome}`}>
      {actions.map(({ act, icon, hint }) => (
        <MenuItem key={act} icon={icon} onSelect={() => onAct(act, produto)}>
          {hint}
        </MenuItem>
      ))}
    </Menu>
  );
}
