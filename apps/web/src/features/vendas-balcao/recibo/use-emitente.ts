import { type Empresa, empresas } from '@prumo/contract/empresas.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { useSession } from '#lib/session/session.ts';

export type Emitente = Partial<Omit<Empresa, 'nome'>> & { nome: string };

/** The empresa that the receipt names. Until its data arrive, its name is known. */
export function useEmitente(): Emitente {
  const { session } = useSession();
  const id = session?.empresa.id ?? '';
  const { data } = useQuery({ ...queryOf(empresas.get, { params: { id } }), enabled: id !== '' });
  return data ?? { nome: session?.empresa.nome ?? '' };
}
