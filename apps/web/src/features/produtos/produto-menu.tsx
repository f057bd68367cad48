import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { ACTIONS, type OnAct } from './produto-acts.ts';

/** The actions of a row, for screens too narrow to show them all. */
export function ProdutoMenu({ produto, onAct }: { produto: ProdutoListado; onAct: OnAct }) {
  return (
    <Menu label={`Ações de ${produto.nome}`}>
      {ACTIONS.map(({ act, icon, hint }) => (
        <MenuItem key={act} icon={icon} onSelect={() => onAct(act, produto)}>
          {hint}
        </MenuItem>
      ))}
    </Menu>
  );
}
