import { PAPEIS_DE_CONVITE } from '@prumo/contract/convites.ts';
import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';
import { CircleAlert } from 'lucide-react';
import { type RefObject, useId } from 'react';

export type PapelDeConvite = (typeof PAPEIS_DE_CONVITE)[number];

interface PapelFieldProps {
  /** The first choice, which gets the focus when none is made. */
  first: RefObject<HTMLInputElement | null>;
  value: PapelDeConvite | undefined;
  error: string | undefined;
  onChange: (papel: PapelDeConvite) => void;
}

/** The papéis as one group of radio buttons, each with its explanation. */
export function PapelField({ first, value, error, onChange }: PapelFieldProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-control">Papel</legend>
      <div className="flex flex-col divide-y overflow-hidden rounded-card border">
        {PAPEIS_DE_CONVITE.map((papel, at) => (
          <label
            key={papel}
            className="flex cursor-pointer items-start gap-3 px-3.5 py-2 has-checked:bg-accent/50 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              ref={at === 0 ? first : undefined}
              type="radio"
              name={id}
              value={papel}
              checked={value === papel}
              className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
              onChange={() => onChange(papel)}
            />
            <span className="min-w-0">
              <span className="block font-medium text-control">{PAPEL_EM_PALAVRAS[papel].nome}</span>
              <span className="block text-meta text-muted">{PAPEL_EM_PALAVRAS[papel].texto}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-bad-fg text-control">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
