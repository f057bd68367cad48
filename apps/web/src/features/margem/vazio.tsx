import { Link } from '@tanstack/react-router';
import { Percent, Plug } from 'lucide-react';
import { Button, buttonLook } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Periodo } from './margem-periodo.ts';

interface VazioProps {
  /** Since when the sales of the contas have costs. Null: no conta has any. */
  desde: string | null;
  periodo: Periodo;
  /** The period in words. */
  dias: string;
  onPeriodo: (periodo: Periodo) => void;
}

/** Says why there is no row, and what to do about it. */
export function Vazio({ desde, periodo, dias, onPeriodo }: VazioProps) {
  if (desde === null)
    return (
      <EmptyState
        icon={Plug}
        action={
          <Link to="/configuracao/integracoes" className={buttonLook({ look: 'primary' })}>
            Ir para Integrações
          </Link>
        }
      >
        A margem conta as vendas das contas que reservam o estoque. Conecte uma conta e ligue “Reservar as
        vendas”.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Percent}
      action={periodo !== '90' && <Button onClick={() => onPeriodo('90')}>Ver os últimos 90 dias</Button>}
    >
      Nenhuma venda paga {dias}.
    </EmptyState>
  );
}

/** Shown in place of figures that would be a part of the sum. */
export const Demais = ({ most, onPeriodo }: { most: string; onPeriodo: (periodo: Periodo) => void }) => (
  <EmptyState
    icon={Percent}
    role="status"
    action={<Button onClick={() => onPeriodo('7')}>Ver os últimos 7 dias</Button>}
  >
    Este período tem mais de {most} pedidos, e uma parte da soma pareceria a soma. Escolha um período menor ou
    uma só conta.
  </EmptyState>
);
