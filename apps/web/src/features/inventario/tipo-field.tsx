import { useController } from 'react-hook-form';
import { TIPO_WORDS } from './tipo.ts';

export function TipoField() {
  const { field } = useController({ name: 'tipo' });
  return (
    <fieldset className="grid grid-cols-2 gap-1 rounded-control bg-subtle p-1 md:grid-cols-4">
      <legend className="sr-only">Tipo de movimentação</legend>
      {TIPO_WORDS.map(({ tipo, word }) => (
        <label
          key={tipo}
          className="flex h-8 cursor-pointer select-none items-center justify-center rounded-small text-control text-muted hover:text-fg has-checked:bg-surface has-checked:font-medium has-checked:text-fg has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name={field.name}
            value={tipo}
            checked={field.value === tipo}
            className="sr-only"
            onChange={() => field.onChange(tipo)}
          />
          {word}
        </label>
      ))}
    </fieldset>
  );
}
