import type { Pendencia, Tela } from '@prumo/contract/inicio.ts';
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Acao = Pendencia['acao'];

// `linkOptions` checks each address against the routes. `LinkProps` then forgets which route it is.
const conta = ({ id, marketplace }: Acao, aba?: 'importacao') =>
  linkOptions({
    to: '/configuracao/$marketplace/$accountId',
    params: { accountId: id ?? '', marketplace: marketplace ?? '' },
    search: { aba },
  }) as LinkProps;

/** The address of each screen that an action opens. */
const ADDRESSES: Record<Tela, (acao: Acao) => LinkProps> = {
  anuncios_com_diferenca: () =>
    linkOptions({ to: '/vendas/anuncios', search: { aba: 'diferenca' } }) as LinkProps,
  conta: (acao) => conta(acao),
  importacao: (acao) => conta(acao, 'importacao'),
  convite: ({ id }) => linkOptions({ to: '/auth/convite', search: { id: id ?? '' } }) as LinkProps,
  dados: () => linkOptions({ to: '/configuracao/dados' }) as LinkProps,
  equipe: () => linkOptions({ to: '/configuracao/equipe' }) as LinkProps,
  integracoes: () => linkOptions({ to: '/configuracao/integracoes' }) as LinkProps,
  inventario_baixo: () =>
    linkOptions({ to: '/catalogo/inventario', search: { situacao: 'baixo' } }) as LinkProps,
  inventario_zerado: () =>
    linkOptions({ to: '/catalogo/inventario', search: { situacao: 'zerado' } }) as LinkProps,
  lote: ({ id }) => linkOptions({ to: '/catalogo/produtos', search: { dialogo: `lote.${id}` } }) as LinkProps,
  pedidos_sem_nota: () => linkOptions({ to: '/vendas/pedidos', search: { aba: 'nota' } }) as LinkProps,
  perfil: () => linkOptions({ to: '/perfil' }) as LinkProps,
  titular: ({ id }) =>
    linkOptions({ to: '/configuracao/titular', search: { pedido: id ?? '' } }) as LinkProps,
};

interface PendenciaLinkProps {
  acao: Acao;
  className: string;
  /** The id of the element that says what the action is about. */
  describedBy: string;
  children: ReactNode;
}

export function PendenciaLink({ acao, className, describedBy, children }: PendenciaLinkProps) {
  const known: Partial<typeof ADDRESSES> = ADDRESSES;
  const address = known[acao.tela]?.(acao);
  // A newer server may name a screen that this page does not know yet.
  if (!address) return null;
  return (
    <Link {...address} aria-describedby={describedBy} className={className}>
      {children}
    </Link>
  );
}
