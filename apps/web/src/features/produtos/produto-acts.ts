import type { ProdutoListado } from '@prumo/contract/produtos.ts';
import { Barcode, Boxes, Pencil, Trash2 } from 'lucide-react';

/** The actions of a row. */
export const ACTIONS = [
  { act: 'codigos', icon: Barcode, hint: 'Ver códigos', of: 'Ver códigos de' },
  { act: 'estoque', icon: Boxes, hint: 'Ver estoque', of: 'Ver estoque de' },
  { act: 'editar', icon: Pencil, hint: 'Editar', of: 'Editar' },
  { act: 'excluir', icon: Trash2, hint: 'Excluir', of: 'Excluir' },
] as const;

export type Act = (typeof ACTIONS)[number]['act'];
export type OnAct = (act: Act, produto: ProdutoListado) => void;
