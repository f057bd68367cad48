import type { EstoqueDoInicio, VendasDoInicio } from '@prumo/contract/inicio.ts';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { cn } from '#lib/class-names.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';
import { Figures } from '#ui/figures.tsx';
import { Indicador } from './indicador.tsx';
import {
  clockOf,
  countDelta,
  type Delta,
  lastWeekday,
  onLastWeekday,
  relativeDelta,
  ticketOf,
} from './vendas/vendas-words.ts';

/** The number of points of a sparkline. */
const SPARK = 12;

interface IndicadoresProps {
  vendas: VendasDoInicio;
  estoque: EstoqueDoInicio;
  now: number;
}

/** The figures of an empresa that sells through contas, or of its stock as long as no sale is here. */
export function Indicadores({ vendas, estoque, now }: IndicadoresProps) {
  const valor = estoque.valor_estoque;
  return (
    <Figures
      label="Indicadores"
      className={cn('grid-cols-2', valor === undefined ? 'md:grid-cols-3' : 'md:grid-cols-4')}
    >
      {vendas.vendas ? (
        <Vendas vendas={vendas.vendas} link={analysisOf(vendas)} now={now} />
      ) : (
        <Estoque estoque={estoque} />
      )}
      {valor !== undefined && (
        <Indicador
          label="Valor do estoque"
          value={formatMoney(valor)}
          note={`pelo custo, em ${formatInteger(estoque.produtos)} produtos`}
          link={{ to: '/catalogo/produtos' }}
        />
      )}
    </Figures>
  );
}

/** The analysis of the only conta, or the list of all. */
export const analysisOf = ({ conta }: VendasDoInicio): LinkProps =>
  conta
    ? (linkOptions({
        to: '/configuracao/$marketplace/$accountId',
        params: { accountId: conta.id, marketplace: conta.marketplace },
      }) as LinkProps)
    : { to: '/configuracao/integracoes' };

interface VendasProps {
  vendas: NonNullable<VendasDoInicio['vendas']>;
  link: LinkProps;
  now: number;
}

function Vendas({ vendas: { hoje, semana_passada, periodo, periodo_antes, dias }, link, now }: VendasProps) {
  const last = dias.slice(-SPARK);
  const until = `até ${clockOf(now)}`;
  const ticket = ticketOf(periodo);
  const ticketBefore = periodo_antes ? ticketOf(periodo_antes) : undefined;
  const pedidos = semana_passada ? countDelta(hoje.pedidos, semana_passada.pedidos) : undefined;
  return (
    <>
      <Indicador
        label="Vendas hoje"
        value={formatMoney(hoje.total)}
        delta={semana_passada ? relativeDelta(hoje.total, semana_passada.total) : undefined}
        note={semana_passada ? `${salesNote(hoje.total, semana_passada.total, now)} ${until}` : 'até agora'}
        spark={last.map(({ total }) => Number(total))}
        link={link}
      />
      <Indicador
        label="Pedidos hoje"
        value={formatInteger(hoje.pedidos)}
        delta={pedidos}
        note={semana_passada ? `${ordersNote(pedidos)} ${onLastWeekday(now)}` : 'até agora'}
        spark={last.map((dia) => dia.pedidos)}
        link={link}
      />
      <Indicador
        label="Ticket médio"
        value={ticket === undefined ? '-' : formatMoney(ticket)}
        delta={ticket && ticketBefore ? relativeDelta(ticket, ticketBefore) : undefined}
        note={ticketBefore ? 'em 30 dias, vs. 30 dias antes' : 'em 30 dias'}
        spark={last.map((dia) => Number(ticketOf(dia) ?? 0))}
        link={link}
      />
    </>
  );
}

function salesNote(total: string, before: string, now: number): string {
  if (Number(before) === 0) return `nenhuma ${onLastWeekday(now)}`;
  return relativeDelta(total, before) ? `vs. ${lastWeekday(now)}` : `o mesmo que ${onLastWeekday(now)}`;
}

function ordersNote(delta: Delta | undefined): string {
  if (!delta) return 'o mesmo que';
  return delta.sentido === 'alta' ? 'a mais que' : 'a menos que';
}

const Estoque = ({ estoque }: { estoque: EstoqueDoInicio }) => (
  <>
    <Indicador
      label="Produtos"
      value={formatInteger(estoque.produtos)}
      note="no catálogo"
      link={{ to: '/catalogo/produtos' }}
    />
    <Indicador
      label="Abaixo do mínimo"
      value={formatInteger(estoque.baixo)}
      note="itens por depósito"
      link={{ to: '/catalogo/inventario', search: { situacao: 'baixo' } } as LinkProps}
    />
    <Indicador
      label="Sem estoque"
      value={formatInteger(estoque.zerado)}
      note="itens por depósito"
      link={{ to: '/catalogo/inventario', search: { situacao: 'zerado' } } as LinkProps}
    />
  </>
);

export const IndicadoresSkeleton = () => (
  <div role="status" aria-label="Carregando..." className="skeleton h-20.5 rounded-card max-md:h-41" />
);
