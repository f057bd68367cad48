import { Autocomplete } from '@base-ui/react/autocomplete';
import { thumbnailOf } from '@prumo/contract/arquivos.ts';
import type { Tipo } from '@prumo/contract/movimentos.ts';
import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';
import {
  ArrowLeftRight,
  Keyboard,
  LogOut,
  type LucideIcon,
  Minus,
  Moon,
  Plus,
  Scale,
  Sun,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { Disponibilidade } from '#records/stock/disponibilidade.tsx';
import { Photo } from '#ui/photo/photo.tsx';
import { CADASTROS_NA_PALETA, type Nomeavel } from './cadastros.ts';
import type { Command } from './commands.ts';
import type { Screen } from './screens.ts';

/** A record of a register, found or recently opened. */
export interface Opened {
  cadastro: Nomeavel;
  id: string;
  nome: string;
  detalhe: string | null;
}

/** A movement of stock, with the produto that it moves. */
export interface Move {
  tipo: Tipo;
  quantidade: string | undefined;
  produto: ProdutoEncontrado;
}

/** One line of the palette. It has exactly one of these. */
export interface Found {
  produto?: ProdutoEncontrado;
  move?: Move;
  command?: Command;
  registro?: Opened;
  screen?: Screen;
}

export function PaletteItem({ item, onOpen }: { item: Found; onOpen: () => void }) {
  return (
    <Autocomplete.Item
      value={item}
      onClick={onOpen}
      className="flex min-h-9 cursor-default select-none items-center gap-3 rounded-control px-2.5 py-1.5 text-control outline-none data-highlighted:bg-accent pointer-coarse:min-h-11"
    >
      {item.produto ? <Produto produto={item.produto} /> : <Line item={item} />}
    </Autocomplete.Item>
  );
}

function Line({ item: { move, command, registro, screen } }: { item: Found }) {
  if (move) {
    return (
      <WithIcon icon={TIPO[move.tipo].icon} more={[move.produto.nome, move.produto.sku].join(' · ')}>
        {moveWords(move)}
      </WithIcon>
    );
  }
  if (command) return <WithIcon icon={iconOf(command)}>{commandWords(command)}</WithIcon>;
  if (registro) {
    const { nome, detalhe, cadastro } = registro;
    return (
      <WithIcon icon={CADASTROS_NA_PALETA[cadastro].icon} more={detalhe}>
        {nome}
      </WithIcon>
    );
  }
  return screen && <WithIcon icon={screen.icon}>{screen.label}</WithIcon>;
}

interface WithIconProps {
  icon: LucideIcon;
  more?: string | null;
  children: ReactNode;
}

function WithIcon({ icon: Icon, more, children }: WithIconProps) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="truncate">{children}</span>
      {more && <span className="min-w-0 truncate text-meta text-muted">{more}</span>}
    </>
  );
}

const TIPO: Record<Tipo, { word: string; icon: LucideIcon }> = {
  entrada: { word: 'Entrada', icon: Plus },
  saida: { word: 'Saída', icon: Minus },
  ajuste: { word: 'Ajuste', icon: Scale },
  transferencia: { word: 'Transferência', icon: ArrowLeftRight },
};

const moveWords = ({ tipo, quantidade }: Move) => {
  const { word } = TIPO[tipo];
  if (quantidade === undefined) return word;
  return `${word} ${tipo === 'ajuste' ? 'para' : 'de'} ${formatQuantity(quantidade)}`;
};

function commandWords(command: Command): string {
  if (command.is === 'novo') {
    const { novo } = CADASTROS_NA_PALETA[command.cadastro];
    return command.nome ? `${novo}: ${command.nome}` : novo;
  }
  if (command.is === 'tema') return `Tema ${command.tema}`;
  return command.is === 'sair' ? 'Sair da conta' : 'Atalhos do teclado';
}

function iconOf(command: Command): LucideIcon {
  if (command.is === 'novo') return Plus;
  if (command.is === 'tema') return command.tema === 'escuro' ? Moon : Sun;
  return command.is === 'sair' ? LogOut : Keyboard;
}

export const nameOf = ({ produto, move, command, registro, screen }: Found): string =>
  produto?.nome ??
  move?.produto.nome ??
  (command && commandWords(command)) ??
  registro?.nome ??
  screen?.label ??
  '';

export const keyOf = ({ produto, move, command, registro, screen }: Found): string =>
  produto?.id ??
  move?.produto.id ??
  (command && commandWords(command)) ??
  registro?.id ??
  screen?.link.to ??
  '';

function Produto({ produto }: { produto: ProdutoEncontrado }) {
  const { nome, sku, marca_nome, foto, codigo, estoque_inicial, preco_venda } = produto;
  const empty = Number(estoque_inicial) === 0;
  return (
    <>
      <Photo src={foto && thumbnailOf(foto)} className="size-8" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{nome}</span>
        <span className="block truncate text-meta text-muted">
          {[sku, codigo !== sku && codigo, marca_nome].filter(Boolean).join(' · ')}
        </span>
        <Disponibilidade {...produto} saldo={estoque_inicial} />
      </span>
      <span className="shrink-0 text-right">
        <span className="block font-medium">{formatMoney(preco_venda)}</span>
        <span className={cn('block text-meta', empty ? 'text-bad-fg' : 'text-muted')}>
          {empty ? 'sem estoque' : `${formatQuantity(estoque_inicial)} em estoque`}
        </span>
      </span>
    </>
  );
}
