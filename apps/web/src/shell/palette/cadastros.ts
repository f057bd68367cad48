import { categorias } from '@prumo/contract/categorias.ts';
import { clientes } from '@prumo/contract/clientes.ts';
import { depositos } from '@prumo/contract/depositos.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import type { Direito } from '@prumo/contract/papeis.ts';
import { produtos } from '@prumo/contract/produtos.ts';
import type { Cadastro } from '@prumo/contract/registros.ts';
import { vendedores } from '@prumo/contract/vendedores.ts';
import {
  FolderTree,
  type LucideIcon,
  Package,
  Tag,
  Truck,
  UserRoundCheck,
  Users,
  Warehouse,
} from 'lucide-react';
import type { Pickable } from '#records/picker/pickable.ts';
import type { RECORD_LISTS } from './record-lists.ts';

export type Nomeavel = Cadastro | 'produtos';

interface CadastroInPalette {
  /** The words that create a record, as the button of its list says them. */
  novo: string;
  icon: LucideIcon;
  to: keyof typeof RECORD_LISTS;
  of: Pickable & { create: { config: { right: Direito } } };
}

/** The registers in the palette: how a record is created by words, and where its list is. */
export const CADASTROS_NA_PALETA: Readonly<Record<Nomeavel, CadastroInPalette>> = {
  produtos: { novo: 'Novo produto', icon: Package, to: '/catalogo/produtos', of: produtos },
  marcas: { novo: 'Nova marca', icon: Tag, to: '/cadastros/marca', of: marcas },
  categorias: { novo: 'Nova categoria', icon: FolderTree, to: '/cadastros/categoria', of: categorias },
  clientes: { novo: 'Novo cliente', icon: Users, to: '/cadastros/clientes', of: clientes },
  fornecedores: { novo: 'Novo fornecedor', icon: Truck, to: '/cadastros/fornecedores', of: fornecedores },
  vendedores: { novo: 'Novo vendedor', icon: UserRoundCheck, to: '/cadastros/vendedores', of: vendedores },
  depositos: { novo: 'Novo depósito', icon: Warehouse, to: '/configuracao/deposito', of: depositos },
};
