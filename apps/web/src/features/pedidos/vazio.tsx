import type { AbaDePedidos, ResumoDePedidos } from '@prumo/contract/pedidos-fila.ts';
import { Link } from '@tanstack/react-router';
import { Inbox, Plug, SearchX } from 'lucide-react';
import { Button, buttonLook } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

const NADA: Readonly<Record<AbaDePedidos, string>> = {
  preparar: 'Nada a preparar. Os pedidos pagos aparecem aqui sozinhos.',
  nota: 'Nenhum pedido espera a nota fiscal.',
  imprimir: 'Nenhuma etiqueta para imprimir. Separe um pedido e ele vem para cá.',
  despachados: 'Nenhum pacote a caminho.',
  problemas: 'Nenhum problema. O que precisar de você aparece aqui.',
  devolucoes: 'Nenhuma devolução para conferir.',
};

interface VazioProps {
  aba: AbaDePedidos;
  resumo: ResumoDePedidos | undefined;
  busca: string | undefined;
  narrowed: boolean;
  onClear: () => void;
}

/** Says why the list is empty and what to do about it. */
export function Vazio({ aba, resumo, busca, narrowed, onClear }: VazioProps) {
  if (busca || narrowed)
    return (
      <EmptyState
        icon={SearchX}
        action={<Button onClick={onClear}>{busca ? 'Limpar busca' : 'Limpar filtros'}</Button>}
      >
        {busca ? `Nenhum pedido encontrado para “${busca}”` : 'Nenhum pedido com estes filtros'}
      </EmptyState>
    );
  const contas = resumo?.contas ?? [];
  if (resumo && !contas.some(({ reserva }) => reserva))
    return (
      <EmptyState
        icon={Plug}
        action={
          <Link to="/configuracao/integracoes" className={buttonLook({ look: 'primary' })}>
            Ir para Integrações
          </Link>
        }
      >
        {contas.length === 0
          ? 'Conecte uma conta do marketplace para ver os pedidos aqui.'
          : 'As vendas das suas contas não mexem no estoque. Ligue “Reservar as vendas” em uma conta para preparar os pedidos aqui.'}
      </EmptyState>
    );
  return <EmptyState icon={Inbox}>{NADA[aba]}</EmptyState>;
}
