import { produtos } from '@prumo/contract/produtos.ts';
import { registros } from '@prumo/contract/registros.ts';
import { keepPreviousData, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryOf } from '#lib/api.ts';

const PAUSE = 120;
/** How long an answer stays fresh. The results show stock and price, which must not be minutes old. */
const FRESH_FOR = 10_000;

const produtosFor = (busca: string) => ({
  ...queryOf(produtos.balcao, { query: { busca } }),
  staleTime: FRESH_FOR,
});
const registrosFor = (busca: string) => ({
  ...queryOf(registros.list, { query: { busca } }),
  staleTime: FRESH_FOR,
});

/** The counter search: produtos by code, SKU, name or marca. */
export const useBalcao = (text: string) => useFound(text, produtosFor);
/** The records of all registers by name. */
export const useRegistros = (text: string) => useFound(text, registrosFor);

/**
 * Runs a search while the person types. `find` serves a barcode scanner, which sends Enter before any answer
 * arrives.
 */
function useFound<Item, Key extends readonly unknown[]>(
  text: string,
  answerTo: (busca: string) => UseQueryOptions<{ itens: Item[] }, Error, { itens: Item[] }, Key>,
) {
  const queryClient = useQueryClient();
  const busca = text.trim();
  const [settled, setSettled] = useState(busca);
  const asked = useRef<string>(undefined);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...answerTo(settled),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });

  useEffect(() => {
    const timer = setTimeout(() => setSettled(busca), PAUSE);
    return () => clearTimeout(timer);
  }, [busca]);

  // Further typing or closing cancels a pending `find`.
  useEffect(() => {
    if (asked.current !== busca) asked.current = undefined;
    return () => {
      asked.current = undefined;
    };
  }, [busca]);

  /**
   * Fetches the answer to exactly this text, whatever the screen shows. Resolves to undefined when the
   * request failed or the text changed meanwhile.
   */
  async function find(): Promise<readonly Item[] | undefined> {
    asked.current = busca;
    setSettled(busca);
    const answer = await queryClient.fetchQuery(answerTo(busca)).catch(() => undefined);
    return asked.current === busca ? answer?.itens : undefined;
  }

  const isAnswered = busca === '' || (settled === busca && data !== undefined && !isPlaceholderData);
  const found: readonly Item[] = busca === '' ? [] : (data?.itens ?? []);
  return {
    found,
    isAnswered,
    failure: settled === busca && error ? { message: error.message, retry: refetch } : undefined,
    find,
  };
}
