import type { Cadastro } from '@prumo/contract/registros.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepRecent } from '#lib/recents.ts';
import { useSession } from '#lib/session/session.ts';

/** The register of each list, by its path. The address of a list names its open record as `abrir`. */
export const RECORD_LISTS = {
  '/catalogo/produtos': 'produtos',
  '/cadastros/marca': 'marcas',
  '/cadastros/categoria': 'categorias',
  '/cadastros/clientes': 'clientes',
  '/cadastros/fornecedores': 'fornecedores',
  '/cadastros/vendedores': 'vendedores',
  '/configuracao/deposito': 'depositos',
} as const satisfies Record<string, Cadastro | 'produtos'>;

const registers: ReadonlyMap<string, string> = new Map(Object.entries(RECORD_LISTS));

/** Notes each record that the person opens, for the recent records of the palette. */
export function useNoteRecents() {
  const cadastro = useLocation({ select: ({ pathname }) => registers.get(pathname) });
  const abrir = useLocation({ select: ({ search }) => search.abrir });
  const { session } = useSession();
  const usuario = session?.usuario.id;
  const empresa = session?.empresa.id;
  useEffect(() => {
    // A new record is `novo`, which is no id.
    if (cadastro && abrir?.includes('-') && usuario && empresa)
      keepRecent({ usuario, empresa }, { cadastro, id: abrir });
  }, [cadastro, abrir, usuario, empresa]);
}
