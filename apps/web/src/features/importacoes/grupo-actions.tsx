import type { AcaoDeAnuncio, GrupoDeAnuncios } from '@prumo/contract/anuncios.ts';
import type { ContagemDeImportacao } from '@prumo/contract/importacoes.ts';
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
    // Those with a proposal to what was proposed, the others anew.
    ignorar: [{ acoes: ['ligar', 'criar'], label: 'Incluir todos' }],
  };

interface GrupoActionsProps {
  grupo: GrupoDeAnuncios;
  contagem: ContagemDeImportacao;
  busy: boolean;
  onDecide: (acoes: readonly AcaoDeAnuncio[]) => void;
}

/** What can be done with all of a group at once, on every page of it. */
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
