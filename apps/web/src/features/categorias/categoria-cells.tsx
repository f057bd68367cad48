import { MAX_SUBCATEGORIAS } from '@prumo/contract/categorias.ts';
import { Link } from '@tanstack/react-router';
import { formatInteger } from '#lib/numbers/format.ts';
import { Badge } from '#ui/badge.tsx';
import type { Branch } from './tree.ts';

export function Tipo({ categoria: { parent_nome } }: { categoria: Branch }) {
  return (
    <div className="flex min-w-0 *:max-w-full">
      <Badge tone={parent_nome === null ? 'ok' : 'neutral'}>
        <span className="truncate">
          {parent_nome === null ? 'Principal' : `Subcategoria de ${parent_nome}`}
        </span>
      </Badge>
    </div>
  );
}

export function ToSubcategorias({ categoria: { id, total_subcategorias } }: { categoria: Branch }) {
  return (
    <Link
      to="."
      search={(before) => ({ ...before, parent_id: id, busca: undefined, cursor: undefined })}
      className="rounded-small text-accent-fg text-meta hover:underline md:text-control"
    >
      {total_subcategorias > MAX_SUBCATEGORIAS && 'mais de '}
      {formatInteger(Math.min(total_subcategorias, MAX_SUBCATEGORIAS))} subcategoria(s)
    </Link>
  );
}
