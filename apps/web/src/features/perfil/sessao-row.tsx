import type { SessaoAberta } from '@prumo/contract/sessoes-abertas.ts';
import { Monitor, Smartphone } from 'lucide-react';
import { formatDateTime } from '#lib/numbers/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

const JUST_NOW = 60_000;

interface SessaoRowProps {
  sessao: SessaoAberta;
  /** The time at which the list was loaded. */
  now: number;
  onEnd: () => void;
}

export function SessaoRow({ sessao, now, onEnd }: SessaoRowProps) {
  const { dispositivo, endereco, usada_em, atual } = sessao;
  const Icon = /Android|iPhone|iPad|iOS/.test(dispositivo) ? Smartphone : Monitor;
  const inUse = atual || now - Date.parse(usada_em) < JUST_NOW;
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium text-control">
          {dispositivo}
          {atual && <Badge>Esta sessão</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-meta text-muted">
          {endereco && <span className="min-w-0 break-words">{endereco}</span>}
          <span>{inUse ? 'Usada agora' : `Usada em ${formatDateTime(usada_em)}`}</span>
        </p>
      </div>
      {!atual && (
        <Button aria-label={`Encerrar a sessão em ${dispositivo}`} onClick={onEnd}>
          Encerrar
        </Button>
      )}
    </li>
  );
}
