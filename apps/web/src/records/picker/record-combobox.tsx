import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import { Combobox, type Option } from '#ui/form/combobox.tsx';
import { type Named, namedOf, offerOf, type Pickable, pathOf } from './pickable.ts';

export interface Offer {
  of: Pickable;
  /** Filters of the register's list. Only matching records are offered. */
  narrow?: object | undefined;
  /** The label of the first option, which means no record. */
  none?: string | undefined;
  /** Ids that are never offered. */
  except?: string | readonly string[] | undefined;
  /** Shown when the typed name belongs to one of the excluded records. */
  taken?: string;
  /** Creates a record with the typed name. When it resolves to undefined, nothing is chosen. */
  create?: ((nome: string) => Promise<Named | undefined>) | undefined;
}

interface RecordComboboxProps extends Offer {
  label: string;
  input: Omit<ComponentProps<'input'>, 'value'>;
  id: string | null;
  onChoose: (id: string | null) => void;
}

const NONE = '';

/** Searches a record of another register by name, on the server. */
export function RecordCombobox({ label, input, id, onChoose, ...offer }: RecordComboboxProps) {
  const { of, none } = offer;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const { options, status } = useOffer(offer, typed?.trim() ?? '', choose);
  const chosen = useQuery({ ...namedOf(of, id ?? ''), enabled: id !== null });
  const chosenName = chosen.data?.nome ?? (chosen.error ? 'Nome indisponível' : 'Carregando...');

  function choose(record: Named | undefined) {
    if (record) {
      const { id: recordId, nome } = record;
      queryClient.setQueryData(namedOf(of, recordId).queryKey, { id: recordId, nome });
    }
    setTyped(undefined);
    onChoose(record?.id ?? null);
  }

  return (
    <Combobox
      label={label}
      input={{ placeholder: none ?? 'Escolha', maxLength: 100, ...input }}
      options={options}
      chosen={id === null ? { id: NONE, label: '' } : { id, label: chosenName }}
      typed={typed}
      onType={setTyped}
      onChoose={(option) =>
        choose(option && option.id !== NONE ? { id: option.id, nome: option.label } : undefined)
      }
      status={status}
    />
  );
}

/** Returns the options for a search and a status line about them. */
function useOffer(
  { of, narrow, none, except = [], taken, create }: Offer,
  wanted: string,
  choose: (record: Named) => void,
) {
  const busca = useSettled(wanted);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...offerOf(of, busca, narrow),
    placeholderData: keepPreviousData,
  });
  const [creating, setCreating] = useState(false);
  // Until the answer arrives, only known records that match the text are offered, so no option belongs to an older
  // search.
  const waiting = isPending || isPlaceholderData || wanted !== busca;
  const answered = data?.itens ?? [];
  const known = answered.filter(({ id }) => !except.includes(id));
  const found = waiting ? known.filter(({ nome }) => plain(nome).includes(plain(wanted))) : known;
  const isThere = answered.some(({ nome }) => plain(nome) === plain(wanted));

  async function make() {
    setCreating(true);
    const record = await create?.(wanted).finally(() => setCreating(false));
    if (record) choose(record);
  }

  const options: Option[] = none && wanted === '' ? [{ id: NONE, label: none }] : [];
  for (const record of found) options.push({ id: record.id, label: pathOf(record) });
  if (create && wanted !== '' && !waiting && !error && !isThere && !creating)
    options.push({ id: 'create', label: `Cadastrar “${wanted}”`, act: () => void make() });
  if (error) options.push({ id: 'retry', label: 'Tentar de novo', act: () => void refetch(), stays: true });

  const status = () => {
    if (creating) return 'Cadastrando...';
    if (error) return error.message;
    if (waiting) return found.length === 0 ? 'Carregando...' : undefined;
    if (taken && wanted !== '' && known.length < answered.length && (isThere || known.length === 0))
      return taken;
    if (data?.proximo) return 'Há mais. Digite para buscar.';
    if (found.length > 0) return undefined;
    return busca === '' ? 'Nada cadastrado para escolher.' : `Nenhum resultado para “${busca}”`;
  };
  return { options, status: status() };
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const PAUSE = 200;

/** Debounces the search text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
