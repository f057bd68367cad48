import type { UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { type KeyboardEvent, useId } from 'react';
import { cn } from '#lib/class-names.ts';
import { inputLook } from '#ui/form/input.tsx';
import { useCota } from './use-cota.ts';

/** Edited in place: Enter or blur saves, Escape reverts, and an empty text leaves the units to the rule. */
export function CotaInput({ unit }: { unit: UnidadeDeAnuncio }) {
  const { text, failure, isSaving, type, settle, revert } = useCota(unit);
  const id = useId();
  const { anuncio_id, variacao, esperado } = unit;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') settle();
    else if (event.key === 'Escape') revert();
  }

  return (
    <div className="flex flex-col gap-1">
      <input
        aria-label={`Cota de ${anuncio_id}${variacao && ` ${variacao}`}`}
        title="Vazio: o Prumo divide o que há entre os anúncios"
        aria-invalid={failure ? true : undefined}
        aria-describedby={failure && id}
        aria-busy={isSaving}
        readOnly={isSaving}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        placeholder={esperado ?? ''}
        className={cn(
          inputLook,
          'h-7 w-16 px-1.5 text-center tabular-nums placeholder:text-faint max-md:h-9 md:text-control',
          isSaving && 'opacity-60',
        )}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        // A refused text is sent again only when the person asks for it.
        onBlur={() => failure === undefined && settle()}
      />
      {failure && (
        <p id={id} role="alert" className="text-bad-fg text-meta">
          {failure}
        </p>
      )}
    </div>
  );
}
