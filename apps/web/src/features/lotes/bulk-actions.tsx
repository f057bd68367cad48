import { lotes, type Selecao } from '@prumo/contract/lotes.ts';
import {
  BadgePercent,
  Boxes,
  Download,
  FolderTree,
  type LucideIcon,
  Printer,
  Tag,
  Trash2,
  Truck,
} from 'lucide-react';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { useNarrowScreen } from '#lib/media.ts';
import { useMay } from '#lib/session/may.tsx';
import { useRight } from '#lib/session/use-right.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import type { Act } from './acts.ts';
import { keepSelection } from './kept-selection.ts';

interface Action {
  act: Act | 'etiquetas';
  label: string;
  icon: LucideIcon;
}

const CHANGES: readonly Action[] = [
  { act: 'preco', label: 'Alterar preço', icon: BadgePercent },
  { act: 'categoria', label: 'Categoria', icon: FolderTree },
  { act: 'marca', label: 'Marca', icon: Tag },
  { act: 'fornecedor', label: 'Fornecedor', icon: Truck },
];
const MINIMO: Action = { act: 'minimo', label: 'Mínimo', icon: Boxes };
const ETIQUETAS: Action = { act: 'etiquetas', label: 'Etiquetas', icon: Printer };
const EXPORTAR: Action = { act: 'exportar', label: 'Exportar', icon: Download };
const EXCLUIR: Action = { act: 'excluir', label: 'Excluir', icon: Trash2 };

interface BulkActionsProps {
  selecao: Selecao;
  /** The number of chosen produtos. Undefined while the number that the filter finds is unknown. */
  total: number | undefined;
  /** Opens the labels of the chosen produtos. Undefined when they are too many for it. */
  onLabels: (() => void) | undefined;
}

/** The actions that a narrow screen shows beside its menu. */
const ON_NARROW = 1;

/**
 * The buttons that change the chosen produtos. Each opens a dialog that `LoteDialogs` shows on the same page, so that the
 * dialog also opens after a reload, when the selection is gone from the page.
 */
export function BulkActions({ selecao, total, onLabels }: BulkActionsProps) {
  const dialog = useDialog('em-massa');
  const mayChange = useMay(lotes.create);
  const mayMove = useRight('movimentar_estoque');
  const isNarrow = useNarrowScreen();
  const actions = [
    ...(mayChange ? CHANGES : []),
    ...(mayChange && mayMove ? [MINIMO] : []),
    ...(onLabels ? [ETIQUETAS] : []),
    EXPORTAR,
    ...(mayChange && mayMove ? [EXCLUIR] : []),
  ];
  function open(act: Action['act']) {
    if (act === 'etiquetas') onLabels?.();
    else dialog.open(act, keepSelection({ selecao, total }));
  }
  const [shown, hidden] = isNarrow ? [actions.slice(0, ON_NARROW), actions.slice(ON_NARROW)] : [actions, []];
  return (
    <>
      {shown.map(({ act, label, icon: Icon }) => (
        <Button key={act} look="ghost" onClick={() => open(act)}>
          <Icon aria-hidden className={act === 'excluir' ? 'text-bad-fg' : undefined} />
          <span className={act === 'excluir' ? 'text-bad-fg' : undefined}>{label}</span>
        </Button>
      ))}
      {hidden.length > 0 && (
        <Menu label="Mais ações">
          {hidden.map(({ act, label, icon }) => (
            <MenuItem key={act} icon={icon} onSelect={() => open(act)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
