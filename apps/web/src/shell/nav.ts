import type { Direito } from '@prumo/contract/papeis.ts';
import { linkOptions } from '@tanstack/react-router';
import {
  Boxes,
  Building2,
  FolderTree,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Plug,
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
  /** The right without which the screen has nothing to show. */
  right?: Direito;
}

export const dashboard = {
  label: 'Dashboard',
  icon: LayoutDashboard,
  link: linkOptions({ to: '/' }),
} as const;

export const sections = [
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
        label: 'Dados e privacidade',
        icon: ShieldCheck,
        link: linkOptions({ to: '/configuracao/dados' }),
        right: 'exportar_dados',
      },
    ],
  },
] as const satisfies readonly { label: string; entries: readonly NavEntry[] }[];

/** Whether a person with these rights finds the entry in the menu. */
export const isFor = (entry: NavEntry, direitos: readonly Direito[]): boolean =>
  entry.right === undefined || direitos.includes(entry.right);

/** The screen of one conta, which people reach through the integrations. */
const CONTA = /^\/configuracao\/[^/]+\/[^/]+$/;

/** The position of a path in the menu, such as `['Cadastros', 'Marca']`; empty for a path outside it. */
export function placeOf(pathname: string): string[] {
  if (pathname === '/') return [dashboard.label];
  if (pathname === '/perfil') return ['Perfil'];
  for (const section of sections) {
    const entry = section.entries.find(({ link }) => link.to === pathname);
    if (entry) return [section.label, entry.label];
  }
  if (CONTA.test(pathname)) return [...placeOf('/configuracao/integracoes'), 'Conta'];
  return [];
}
