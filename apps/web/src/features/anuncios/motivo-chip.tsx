import {
  ArrowDown,
  ArrowUp,
  CirclePause,
  type LucideIcon,
  Minus,
  PackageCheck,
  RefreshCw,
  Unlink,
} from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import type { Marca, Motivo } from './anuncio-words.ts';

const LOOKS: Readonly<Record<Exclude<Marca, 'ok'>, string>> = {
  bad: 'bg-bad text-bad-fg',
  warn: 'bg-warn text-warn-fg',
  neutral: 'bg-subtle text-muted',
};

const ICONS: readonly [begin: string, icon: LucideIcon][] = [
  ['Vendas', RefreshCw],
  ['Oferece', ArrowDown],
  ['Pausado', CirclePause],
  ['Cheio', PackageCheck],
  ['Sem', Unlink],
];

/** Why a unit differs, as a word with a mark. */
export function MotivoChip({ motivo: { texto, marca } }: { motivo: Motivo }) {
  if (marca === 'ok')
    return (
      <span className="inline-flex items-center gap-2 whitespace-nowrap text-muted">
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-ok-mark" />
        {texto}
      </span>
    );
  const known = ICONS.find(([begin]) => texto.startsWith(begin))?.[1] ?? Minus;
  const Icon = marca === 'bad' ? ArrowUp : known;
  return (
    <span
      className={cn(
        'inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-badge',
        LOOKS[marca],
      )}
    >
      <Icon aria-hidden className="size-3 shrink-0" />
      {texto}
    </span>
  );
}
