import type { BlocoDeAnuncios } from '@prumo/contract/anuncios.ts';
import { type ModoDePublicacao, publicacao } from '@prumo/contract/publicacao.ts';
import { ChevronDown, Layers, type LucideIcon, ShieldCheck, Split } from 'lucide-react';
import { useMay } from '#lib/session/may.tsx';
import { Button } from '#ui/button.tsx';
import { MODO_EM_PALAVRAS, modoText, retidasText } from './modo-words.ts';

const ICONS: Readonly<Record<ModoDePublicacao, LucideIcon>> = {
  compartilhado: Layers,
  com_seguranca: ShieldCheck,
  cotas: Split,
};

interface ModoButtonProps {
  produto: NonNullable<BlocoDeAnuncios['produto']>;
  onModo: (produtoId: string) => void;
}

/** The mode of a produto. Opens the choice of another one, for those who may choose. */
export function ModoButton({ produto, onModo }: ModoButtonProps) {
  const may = useMay(publicacao.choose);
  const now = produto.publicacao;
  if (!may) return <span className="text-control text-muted">{modoText(now)}</span>;
  const Icon = ICONS[now.modo];
  const retidas = retidasText(now);
  return (
    <Button className="h-7 max-w-full px-1.5 max-md:h-9" onClick={() => onModo(produto.id)}>
      <Icon aria-hidden className="text-muted" />
      <span className="min-w-0 truncate">
        <span className="sr-only">Modo de {produto.nome}: </span>
        {MODO_EM_PALAVRAS[now.modo].nome}
        {retidas && <span className="font-normal text-meta text-muted"> · {retidas}</span>}
      </span>
      <ChevronDown aria-hidden className="text-muted" />
    </Button>
  );
}
