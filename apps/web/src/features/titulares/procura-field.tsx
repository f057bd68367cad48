import { formatDocumento } from '@prumo/contract/documento.ts';
import { type Encontrado, titulares } from '@prumo/contract/titulares.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '#lib/api.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { TABELA_WORDS } from './titular-words.ts';

interface ProcuraFieldProps {
  chosen: readonly Encontrado[];
  isChosen: (found: Encontrado) => boolean;
  onToggle: (found: Encontrado) => void;
}

/** Searches people in all registers. Records chosen in an earlier search stay in the list. */
export function ProcuraField({ chosen, isChosen, onToggle }: ProcuraFieldProps) {
  const [busca, setBusca] = useState('');
  const find = useMutation({ mutationFn: (text: string) => call(titulares.find, { body: { busca: text } }) });
  const found = find.data?.itens ?? [];
  const others = chosen.filter((each) => !found.some(({ id }) => id === each.id));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busca.trim()) find.mutate(busca);
  }

  return (
    <>
      <form noValidate onSubmit={submit}>
        <Field label="CPF, CNPJ, email ou nome">
          {(wiring) => (
            <div className="flex gap-2">
              <Input
                {...wiring}
                value={busca}
                autoComplete="off"
                onChange={({ target }) => setBusca(target.value)}
              />
              <Button type="submit" className="h-9" busy={find.isPending}>
                Procurar
              </Button>
            </div>
          )}
        </Field>
      </form>
      <div aria-live="polite" className="flex flex-col gap-2">
        {find.error && <FailureState message={find.error.message} onRetry={() => find.mutate(busca)} />}
        {find.data && found.length === 0 && (
          <p className="text-body text-muted">
            Ninguém encontrado em clientes, vendedores e fornecedores, nem entre os excluídos.
          </p>
        )}
        {find.data?.parcial && (
          <p className="text-control text-warn-fg">Há mais registros. Procure por CPF, CNPJ ou email.</p>
        )}
        {[...others, ...found].map((each) => (
          <label
            key={`${each.tabela} ${each.id}`}
            className="flex cursor-pointer items-start gap-2.5 rounded-control border p-3 hover:bg-subtle/50 has-checked:border-primary has-checked:bg-accent/50"
          >
            <input
              type="checkbox"
              checked={isChosen(each)}
              onChange={() => onToggle(each)}
              className="mt-0.5 size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0">
              <span className="block truncate font-medium text-control">{each.nome}</span>
              <span className="block text-meta text-muted">
                {[TABELA_WORDS[each.tabela], formatDocumento(each.documento), each.email]
                  .filter(Boolean)
                  .join(' · ')}
                {each.excluido_em && ` · excluído em ${formatDateTime(each.excluido_em)}`}
              </span>
            </span>
          </label>
        ))}
      </div>
    </>
  );
}
