import { type ProdutoListado, produtos } from '@prumo/contract/produtos.ts';
import { Barcode, Boxes, Eye, Pencil, Printer, Trash2 } from 'lucide-react';
import { useMay } from '#lib/session/may.tsx';

const READING = [
  { act: 'codigos', icon: Barcode, hint: 'Ver códigos', of: 'Ver códigos de' },
  { act: 'estoque', icon: Boxes, hint: 'Ver estoque', of: 'Ver estoque de' },
  { act: 'etiquetas', icon: Printer, hint: 'Etiquetas', of: 'Etiquetas de' },
] as const;

const CHANGING = [
  ...READING,
  { act: 'editar', icon: Pencil, hint: 'Editar', of: 'Editar' },
  { act: 'excluir', icon: Trash2, hint: 'Excluir', of: 'Excluir' },
] as const;

/** A person who may not change produtos opens them for reading. */
const SEEING = [...READING, { act: 'editar', icon: Eye, hint: 'Ver produto', of: 'Ver' }] as const;

export type Act = (typeof CHANGING)[number]['act'];
export type OnAct = (act: Act, produto: ProdutoListado) => void;

/** The actions of a row that the papel of the person allows. */
export const useActions = () => (useMay(produtos.update) ? CHANGING : SEEING);
