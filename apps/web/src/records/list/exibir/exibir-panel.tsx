import { DENSIDADES } from '@prumo/contract/visoes.ts';
import { Lock } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { cn } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { SwitchButton } from '#ui/form/switch.tsx';
import { Panel } from '#ui/panel.tsx';
import { ACTIONS, type Column } from '#ui/table/column.ts';
import { arrange, choosable, type Layout, moved } from '#ui/table/layout.ts';
import { ColunaLine } from './coluna-line.tsx';
import { ordensOf } from './ordens.ts';

type ShownColumn = Parameters<typeof arrange>[0][number] & Pick<Column<never>, 'sort' | 'second'>;

export interface ExibirProps {
  layout: Layout;
  columns: readonly ShownColumn[];
  /** The name of the order of the list itself. */
  order: string;
  ordem: string | undefined;
  onOrdem: (ordem: string) => void;
  onChange: (change: Partial<Layout>) => void;
  onReset: () => void;
  /** Says for what the settings count. */
  place: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

const WORDS: Readonly<Record<Layout['densidade'], string>> = {
  confortavel: 'Confortável',
  compacta: 'Compacta',
};

export function ExibirPanel(props: ExibirProps) {
  const { layout, columns, order, ordem = '', onOrdem, onChange, onReset, place, anchor, onClose } = props;
  const id = useId();
  const ordens = ordensOf(columns, order);
  const movable = new Set(choosable(columns).map(({ header }) => header));
  const colunas = arrange(columns, layout.colunas);
  const choose = (nome: string, visivel: boolean) =>
    onChange({ colunas: colunas.map((each) => (each.nome === nome ? { ...each, visivel } : each)) });
  return (
    <Panel label="Exibir" anchor={anchor} align="end" onClose={onClose}>
      <div className="flex w-70 flex-col gap-3 overflow-y-auto p-3 text-control">
        <fieldset className="flex items-center justify-between gap-2">
          <legend className="float-left text-muted">Densidade</legend>
          <div className="flex rounded-control border bg-subtle p-0.5">
            {DENSIDADES.map((each) => (
              <label
                key={each}
                className={cn(
                  'relative flex h-6.5 items-center rounded-small px-2.5 font-medium text-meta has-focus-visible:outline-2 has-focus-visible:outline-ring',
                  layout.densidade === each ? 'bg-surface shadow-control' : 'text-muted',
                )}
              >
                <input
                  type="radio"
                  name={`${id}-densidade`}
                  className="absolute inset-0 opacity-0"
                  checked={layout.densidade === each}
                  onChange={() => onChange({ densidade: each })}
                />
                {WORDS[each]}
              </label>
            ))}
          </div>
        </fieldset>
        {columns.some(({ second }) => second) && (
          <div className="flex items-center justify-between gap-2">
            <label htmlFor={`${id}-linha`} className="text-muted">
              Segunda linha
            </label>
            <SwitchButton
              id={`${id}-linha`}
              checked={layout.segunda_linha}
              onChange={(segunda_linha) => onChange({ segunda_linha })}
            />
          </div>
        )}
        <div className="flex items-center justify-between gap-2">
          <label htmlFor={`${id}-ordem`} className="text-muted">
            Ordenar
          </label>
          <select
            id={`${id}-ordem`}
            value={ordem in ordens ? ordem : ''}
            className="h-8 min-w-0 rounded-control border bg-surface px-2 font-medium text-meta shadow-control"
            onChange={({ target }) => onOrdem(target.value)}
          >
            {Object.entries(ordens).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
        </div>
        <hr className="-mx-3" />
        <section aria-labelledby={`${id}-colunas`}>
          <h2 id={`${id}-colunas`} className="mb-1 text-meta text-muted">
            Colunas
          </h2>
          <ul>
            {colunas.map(({ nome, visivel }) =>
              movable.has(nome) ? (
                <ColunaLine
                  key={nome}
                  nome={nome}
                  visivel={visivel}
                  onChoose={(next) => choose(nome, next)}
                  onMove={(by) => onChange({ colunas: moved(columns, layout.colunas, nome, by) })}
                />
              ) : (
                nome !== ACTIONS && (
                  <li key={nome} className="flex h-7.5 items-center gap-2">
                    <Lock aria-hidden className="size-4 shrink-0 text-muted" />
                    <span className="grow">{nome}</span>
                    <span className="text-meta text-muted">sempre</span>
                  </li>
                )
              ),
            )}
          </ul>
        </section>
      </div>
      <div className="flex shrink-0 items-center justify-between gap-2 border-t bg-bg px-3 py-1.5">
        <Button look="ghost" className="-ml-3" onClick={onReset}>
          Voltar ao padrão
        </Button>
        <span className="text-meta text-muted">{place}</span>
      </div>
    </Panel>
  );
}
