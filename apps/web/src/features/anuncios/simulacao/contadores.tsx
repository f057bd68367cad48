import { type SimulacaoDeEnvio, TIPOS_DE_MUDANCA, type TipoDeMudanca } from '@prumo/contract/publicacao.ts';
import { useId } from 'react';
import { cn } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { type Contadas, TIPO_EM_PALAVRAS, todas } from './simulacao-words.ts';

const MARKS: Readonly<Record<TipoDeMudanca, string>> = {
  zera: 'bg-bad-mark',
  diminui: 'bg-chart',
  aumenta: 'bg-ok-mark',
};

interface ContadoresProps {
  /** Undefined while they load. */
  tipos: SimulacaoDeEnvio['tipos'] | undefined;
  chosen: TipoDeMudanca | undefined;
  onChoose: (tipo: TipoDeMudanca | undefined) => void;
}

/** How many changes there are of each kind. Choosing a kind shows only its changes. */
export function Contadores({ tipos, chosen, onChoose }: ContadoresProps) {
  const name = useId();
  const of = (tipo: TipoDeMudanca): Contadas | undefined => tipos?.find((each) => each.tipo === tipo);
  return (
    <fieldset>
      <legend className="sr-only">Mudanças mostradas</legend>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-card border bg-border md:grid-cols-4">
        <Contador
          {...{ name, label: 'Todas', counted: tipos && todas(tipos), isChosen: chosen === undefined }}
          onChoose={() => onChoose(undefined)}
        />
        {TIPOS_DE_MUDANCA.map((tipo) => (
          <Contador
            key={tipo}
            {...{ name, label: TIPO_EM_PALAVRAS[tipo], counted: of(tipo), isChosen: chosen === tipo }}
            mark={MARKS[tipo]}
            isBad={tipo === 'zera'}
            onChoose={() => onChoose(tipo)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ContadorProps {
  /** The group of radio buttons. */
  name: string;
  label: string;
  counted: Contadas | undefined;
  mark?: string;
  isBad?: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Contador({ name, label, counted, mark, isBad = false, isChosen, onChoose }: ContadorProps) {
  return (
    <label className="relative flex min-h-14 cursor-pointer flex-col bg-raised px-3.5 py-2 has-checked:bg-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring">
      <input type="radio" name={name} checked={isChosen} className="sr-only" onChange={onChoose} />
      <span className="flex items-center gap-2 text-meta text-muted">
        {mark && <span aria-hidden className={cn('size-2 shrink-0 rounded-full', mark)} />}
        {label}
      </span>
      {counted ? (
        <span className={cn('font-semibold text-page', isBad && counted.total > 0 && 'text-bad-fg')}>
          {formatInteger(counted.total)}
          {counted.mais && '+'}
        </span>
      ) : (
        <span aria-hidden className="skeleton my-1.5 h-4 w-12" />
      )}
    </label>
  );
}
