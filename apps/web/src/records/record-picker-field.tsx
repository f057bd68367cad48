import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import { queryOf } from '#lib/api.ts';
import { Combobox, type Option } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';
import { namedOf, type Pickable } from './pickable.ts';

export interface RecordPickerFieldProps {
  of: Pickable;
  narrow?: object;
  name: string;
  label: string;
  hint?: string;
  /** The first option, which stands for no record. */
  none?: string;
  /** The record that is never offered. */
  except?: string;
}

/** How many are offered before one types: enough to read through, not more. */
const OFFERED = 50;
const NONE = '';

export function RecordPickerField(props: RecordPickerFieldProps) {
  const { of, name, label, hint, none } = props;
  const { field, fieldState } = useController({ name });
  const id: string | null = field.value ?? null;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const { options, status } = useOffer(props, typed?.trim() ?? '');
  const chosen = useQuery({ ...namedOf(of, id ?? ''), enabled: id !== null });
  const chosenName = chosen.data?.nome ?? (chosen.error ? 'Nome indisponível' : 'Carregando...');

  function choose(option: Option | null) {
    if (option && option.id !== NONE) {
      queryClient.setQueryData(namedOf(of, option.id).queryKey, { id: option.id, nome: option.label });
    }
    field.onChange(option?.id || null);
  }

  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {(wiring) => (
        <Combobox
          label={label}
          input={{
            ...wiring,
            ref: field.ref,
            name,
            onBlur: field.onBlur,
            placeholder: none ?? 'Escolha',
            maxLength: 100,
          }}
          options={options}
          chosen={id === null ? { id: NONE, label: '' } : { id, label: chosenName }}
          typed={typed}
          onType={setTyped}
          onChoose={choose}
          status={status}
        />
      )}
    </Field>
  );
}

/** What is offered for a search, and what there is to say about it. */
function useOffer({ of, narrow, none, except }: RecordPickerFieldProps, wanted: string) {
  const busca = useSettled(wanted);
  const query = { ...narrow, busca, ordem: 'nome', limite: OFFERED };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...queryOf(of.list, { query }),
    placeholderData: keepPreviousData,
  });
  // Until the answer is there, what is known and fits is offered: nobody chooses from the answer to something else.
  const waiting = isPending || isPlaceholderData || wanted !== busca;
  const known = (data?.itens ?? []).filter(({ id }) => id !== except);
  const found = waiting ? known.filter(({ nome }) => plain(nome).includes(plain(wanted))) : known;

  const options: Option[] = none && wanted === '' ? [{ id: NONE, label: none }] : [];
  for (const { id, nome } of found) options.push({ id, label: nome });
  if (error) options.push({ id: 'retry', label: 'Tentar de novo', act: () => void refetch() });

  const status = () => {
    if (error) return error.message;
    if (waiting) return found.length === 0 ? 'Carregando...' : undefined;
    if (found.length > 0) return data?.proximo ? 'Há mais. Digite para buscar.' : undefined;
    return busca === '' ? 'Nada cadastrado para escolher.' : `Nenhum resultado para “${busca}”`;
  };
  return { options, status: status() };
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const PAUSE = 200;

/** A search once the person pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
