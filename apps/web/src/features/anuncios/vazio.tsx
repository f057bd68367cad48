import { type AbaDeAnuncios, anuncios, type ResumoDeAnuncios } from '@prumo/contract/anuncios.ts';
import { Link } from '@tanstack/react-router';
import { Megaphone, Plug, SearchX } from 'lucide-react';
import { useMay } from '#lib/session/may.tsx';
import { Button, buttonLook } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

const NADA: Readonly<Record<AbaDeAnuncios, string>> = {
  todos: 'Nenhum anúncio nas suas contas.',
  diferenca: 'Nenhuma diferença. Todos os anúncios comparados mostram o que há aqui.',
  pausados: 'Nenhum anúncio pausado.',
  full: 'Nenhum anúncio com estoque no Full.',
  sem_produto: 'Todos os anúncios estão ligados a um produto.',
};

interface VazioProps {
  aba: AbaDeAnuncios;
  resumo: ResumoDeAnuncios | undefined;
  busca: string | undefined;
  /** Whether a conta narrows the list. */
  narrowed: boolean;
  onClear: () => void;
  onRead: (contaId: string) => void;
}

/** Says why the list is empty and what to do about it. */
export function Vazio({ aba, resumo, busca, narrowed, onClear, onRead }: VazioProps) {
  const mayRead = useMay(anuncios.readAgain);
  if (busca || narrowed)
    return (
      <EmptyState
        icon={SearchX}
        action={<Button onClick={onClear}>{busca ? 'Limpar busca' : 'Limpar filtro'}</Button>}
      >
        {busca ? `Nenhum anúncio encontrado para “${busca}”` : 'Nenhum anúncio desta conta aqui.'}
      </EmptyState>
    );
  const contas = resumo?.contas ?? [];
  if (resumo && contas.length === 0)
    return (
      <EmptyState
        icon={Plug}
        action={
          <Link to="/configuracao/integracoes" className={buttonLook({ look: 'primary' })}>
            Ir para Integrações
          </Link>
        }
      >
        Conecte uma conta do marketplace para ver os anúncios aqui.
      </EmptyState>
    );
  const unread = contas.find(({ leitura }) => leitura.situacao === 'nunca');
  if (aba === 'todos' && contas.some(({ leitura }) => leitura.situacao === 'lendo'))
    return <EmptyState icon={Megaphone}>Os anúncios aparecem aqui enquanto são lidos.</EmptyState>;
  if (aba === 'todos' && unread)
    return (
      <EmptyState
        icon={Megaphone}
        action={
          mayRead && (
            <Button look="primary" onClick={() => onRead(unread.id)}>
              Ler os anúncios
            </Button>
          )
        }
      >
        {mayRead
          ? 'Os anúncios desta conta ainda não foram lidos. Nada é mudado no marketplace.'
          : 'Os anúncios desta conta ainda não foram lidos. Peça a quem administra a empresa.'}
      </EmptyState>
    );
  return <EmptyState icon={Megaphone}>{NADA[aba]}</EmptyState>;
}
