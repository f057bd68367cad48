import type { ContagemDeImportacao } from '@prumo/contract/importacoes.ts';
import type { GrupoDeAnuncios } from '@prumo/contract/importacoes-anuncios.ts';
import { cn } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers/format.ts';

interface GruposProps {
  grupos: readonly GrupoDeAnuncios[];
  words: Record<GrupoDeAnuncios, string>;
  contagem: ContagemDeImportacao;
  grupo: GrupoDeAnuncios;
  onGrupo: (grupo: GrupoDeAnuncios) => void;
}

/** The number of anuncios per group. Pressing a group filters the list. */
export function Grupos({ grupos, words, contagem, grupo, onGrupo }: GruposProps) {
  return (
    <fieldset className={cn('grid gap-2 md:flex', grupos.length % 3 === 0 ? 'grid-cols-3' : 'grid-cols-2')}>
      <legend className="sr-only">Mostrar na lista</legend>
      {grupos.map((each) => {
        const count = countOf(contagem, each);
        return (
          <button
            key={each}
            type="button"
            aria-pressed={each === grupo}
            className={cn(
              'flex min-w-0 flex-1 flex-col items-start rounded-card border px-3 py-2 text-left transition-colors md:max-w-44',
              each === grupo ? 'border-primary bg-accent/50' : 'hover:bg-subtle/60',
            )}
            onClick={() => onGrupo(each)}
          >
            <span className="text-meta text-muted">{words[each]}</span>
            <span
              className={cn(
                'font-semibold text-page tracking-[-0.02em]',
                count > 0 && (each === 'conferir' || each === 'recusados') && 'text-warn-fg',
              )}
            >
              {formatInteger(count)}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

export const countOf = (contagem: ContagemDeImportacao, grupo: GrupoDeAnuncios) =>
  grupo === 'todos' ? contagem.itens : contagem[grupo];
