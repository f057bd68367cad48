import type { Direito } from '@prumo/contract/papeis.ts';
import { linkOptions } from '@tanstack/react-router';
import {
  Boxes,
  Building2,
  CircleQuestionMark,
  FolderTree,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Package,
  Percent,
  Plug,
  ScanBarcode,
  ScrollText,
  ShieldCheck,
  Tag,
  Truck,
  UserRoundCheck,
  Users,
  Warehouse,
} from 'lucide-react';

interface NavEntry {
  label: string;
  icon: LucideIcon;
  link: { to: string };
  /** The right that the screen needs. A person without it does not see the entry. */
  right?: Direito;
}

/** Whether a person with these rights sees the entry. */
export const isShown = (entry: object, direitos: readonly string[]) =>
  !('right' in entry) || direitos.includes(String(entry.right));

export const dashboard = {
  label: 'Dashboard',
  icon: LayoutDashboard,
  link: linkOptions({ to: '/' }),
} as const;

export const sections = [
  {
    label: 'Vendas',
    entries: [
      { label: 'Pedidos', icon: Inbox, link: linkOptions({ to: '/vendas/pedidos' }) },
      { label: 'Anúncios', icon: Megaphone, link: linkOptions({ to: '/vendas/anuncios' }) },
      { label: 'Balcão', icon: ScanBarcode, link: linkOptions({ to: '/vendas/balcao' }) },
      { label: 'Margem', icon: Percent, link: linkOptions({ to: '/vendas/margem' }), right: 'ver_custo' },
    ],
  },
  {
    label: 'Cadastros',
    entries: [
      { label: 'Marca', icon: Tag, link: linkOptions({ to: '/cadastros/marca' }) },
      { label: 'Categoria', icon: FolderTree, link: linkOptions({ to: '/cadastros/categoria' }) },
      { label: 'Clientes', icon: Users, link: linkOptions({ to: '/cadastros/clientes' }) },
      { label: 'Fornecedores', icon: Truck, link: linkOptions({ to: '/cadastros/fornecedores' }) },
      { label: 'Vendedores', icon: UserRoundCheck, link: linkOptions({ to: '/cadastros/vendedores' }) },
    ],
  },
  {
    label: 'Catálogo',
    entries: [
      { label: 'Produtos', icon: Package, link: linkOptions({ to: '/catalogo/produtos' }) },
      { label: 'Inventário', icon: Boxes, link: linkOptions({ to: '/catalogo/inventario' }) },
    ],
  },
  {
    label: 'Configuração',
    entries: [
      { label: 'Deposito', icon: Warehouse, link: linkOptions({ to: '/configuracao/deposito' }) },
      { label: 'Integrações', icon: Plug, link: linkOptions({ to: '/configuracao/integracoes' }) },
      { label: 'Empresa e equipe', icon: Building2, link: linkOptions({ to: '/configuracao/equipe' }) },
      {
        label: 'Atividade',
        icon: ScrollText,
        link: linkOptions({ to: '/configuracao/atividade' }),
        right: 'ver_atividade',
      },
      {
        label: 'Dados e privacidade',
        icon: ShieldCheck,
        link: linkOptions({ to: '/configuracao/dados' }),
        right: 'atender_titulares',
      },
    ],
  },
] as const satisfies readonly { label: string; entries: readonly NavEntry[] }[];

/** The help. Its button is in the header, not in the menu. */
export const ajuda = {
  label: 'Ajuda',
  icon: CircleQuestionMark,
  link: linkOptions({ to: '/ajuda' }),
} as const;

/** The screen of one conta, which people reach through the integrations. */
const CONTA = /^\/configuracao\/[^/]+\/[^/]+$/;
/** The picking list, which people reach through the pedidos. */
const SEPARACAO = '/vendas/pedidos/separacao';

type Entry = (typeof sections)[number]['entries'][number] | typeof ajuda;

/** A part of the position of a screen. `entry` is a screen above it, to which its label leads. */
interface Crumb {
  label: string;
  entry?: Entry;
}

/** The path of the menu entry through which people reach this path, for the screens without an entry. */
export function entryPathOf(pathname: string): string {
  if (pathname === '/configuracao/titular') return '/configuracao/dados';
  if (pathname === SEPARACAO) return '/vendas/pedidos';
  return CONTA.test(pathname) ? '/configuracao/integracoes' : pathname;
}

/** The position of a path in the menu, such as Cadastros, Marca; empty for a path outside it. */
export function placeOf(pathname: string): Crumb[] {
  if (pathname === '/') return [{ label: dashboard.label }];
  if (pathname === '/perfil') return [{ label: 'Perfil' }];
  if (pathname === '/ajuda') return [{ label: ajuda.label }];
  if (pathname.startsWith('/ajuda/')) return [{ label: ajuda.label, entry: ajuda }, { label: 'Página' }];
  const above = entryPathOf(pathname);
  for (const section of sections) {
    const entry = section.entries.find(({ link }) => link.to === above);
    if (!entry) continue;
    const top = { label: section.label };
    if (above === pathname) return [top, { label: entry.label }];
    const label = CONTA.test(pathname) ? 'Conta' : pathname === SEPARACAO ? 'Lista de separação' : 'Titular';
    return [top, { label: entry.label, entry }, { label }];
  }
  return [];
}
