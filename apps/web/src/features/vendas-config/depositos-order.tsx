import { depositos } from '@prumo/contract/depositos.ts';
import { useQueries } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useRef } from 'react';
import { namedOf } from '#records/picker/pickable.ts';
import { RecordCombobox } from '#records/picker/record-combobox.tsx';
import { Field } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';

interface DepositosOrderProps {
  ids: readonly string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}

/** The depositos from which sales are drawn, the first choice first. */
export function DepositosOrder({ ids, error, onChange }: DepositosOrderProps) {
  const names = useQueries({ queries: ids.map((id) => namedOf(depositos, id)) });
  const input = useRef<HTMLInputElement>(null);
  function move(at: number, by: -1 | 1) {
    const moved = [...ids];
    moved.splice(at + by, 0, ...moved.splice(at, 1));
    onChange(moved);
  }
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Depósitos, na ordem em que atendem"
        error={error}
        hint="O primeiro que tem a quantidade inteira atende. Sem nenhum na lista, a venda sai de onde o produto está."
      >
        {(wiring) => (
          <RecordCombobox
            of={depositos}
            narrow={{ ativo: 'true' }}
            except={ids}
            taken="Depósito já adicionado"
            label="Depósitos, na ordem em que atendem"
            input={{ ...wiring, ref: input, placeholder: 'Adicione um depósito' }}
            id={null}
            onChoose={(id) => id && onChange([...ids, id])}
          />
        )}
      </Field>
      {ids.length > 0 && (
        <ol className="flex flex-col divide-y overflow-hidden rounded-card border">
          {ids.map((id, at) => {
            const nome = names[at]?.data?.nome ?? (names[at]?.error ? 'Depósito excluído' : 'Carregando...');
            return (
              <li key={id} className="flex items-center gap-2 py-1 pr-1.5 pl-3.5">
                <span className="min-w-0 flex-1 break-words text-control">
                  <span className="text-muted tabular-nums">{at + 1}.</span> {nome}
                </span>
                <IconButton label={`Subir ${nome}`} disabled={at === 0} onClick={() => move(at, -1)}>
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={`Descer ${nome}`}
                  disabled={at === ids.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown />
                </IconButton>
                <IconButton
                  label={`Tirar ${nome}`}
                  onClick={() => {
                    onChange(ids.filter((each) => each !== id));
                    // The pressed button has disappeared.
                    input.current?.focus();
                  }}
                >
                  <X />
                </IconButton>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
