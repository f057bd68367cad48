import type { ContagemDeImportacao } from '@prumo/contract/importacoes.ts';
import type { AcaoDeAnuncio, GrupoDeAnuncios } from '@prumo/contract/importacoes-anuncios.ts';
import { Button } from '#ui/button.tsx';
import { countOf } from './grupos.tsx';

const ACTS: Partial<Record<GrupoDeAnuncios, readonly { acoes: readonly AcaoDeAnuncio[]; label: string }[]>> =
  {
    criar: [{ acoes: ['ignorar'], label: 'Ignorar todos' }],
    ligar: [{ acoes: ['ignorar'], label: 'Ignorar todos' }],
    conferir: [
      { acoes: ['ligar'], label: 'Ligar todos' },
      { acoes: ['criar'], label: 'Criar todos' },
      { acoes: ['ignorar'], label: 'Ignorar todos' },
    ],
    // Anuncios with a proposal are linked to it, the others are created.
    ignorar: [{ acoes: ['ligar', 'criar'], label: 'Incluir todos' }],
  };

interface GrupoActionsProps {
  grupo: GrupoDeAnuncios;
  contagem: ContagemDeImportacao;
  busy: boolean;
  onDecide: (acoes: readonly AcaoDeAnuncio[]) => void;
}

/** Actions for a whole group, including its other pages. */
export function GrupoActions({ grupo, contagem, busy, onDecide }: GrupoActionsProps) {
  const acts = ACTS[grupo];
  if (!acts || countOf(contagem, grupo) === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map(({ acoes, label }) => (
        <Button key={label} aria-busy={busy} onClick={() => onDecide(acoes)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
