import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';
import { Lock } from 'lucide-react';
import { useSession } from '#lib/session/session.ts';
import { EmptyState } from '#ui/empty-state.tsx';

/** Shown in place of what the papel of the person does not allow. It says who can grant the right. */
export function NoRight() {
  const papel = useSession().session?.empresa.papel;
  const nome = papel && PAPEL_EM_PALAVRAS[papel].nome;
  return (
    <EmptyState icon={Lock}>
      Seu papel ({nome}) não permite isto. Peça a um dono ou administrador da empresa.
    </EmptyState>
  );
}
