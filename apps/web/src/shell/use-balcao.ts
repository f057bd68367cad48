import { type ProdutoEncontrado, produtos } from '@prumo/contract/produtos.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryOf } from '#lib/api.ts';

const PAUSE = 120;
/** How long an answer stays fresh. The results show stock and price, which must not be minutes old. */
const FRESH_FOR = 10_000;

const answerTo = (busca: string) => ({
  ...queryOf(produtos.balcao, { query: { busca } }),
  staleTime: FRESH_FOR,
});

/**
 * Runs the counter search while the person types. `find` serves a barcode scanner, which sends Enter before
 * any answer arrives.
 */
export function useBalcao(text: string) {
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
  async function find(): Promise<readonly ProdutoEncontrado[] | undefined> {
    asked.current = busca;
    setSettled(busca);
    const answer = await queryClient.fetchQuery(answerTo(busca)).catch(() => undefined);
    return asked.current === busca ? answer?.itens : undefined;
  }

  const isAnswered = busca === '' || (settled === busca && data !== undefined && !isPlaceholderData);
  return {
    found: busca === '' ? [] : (data?.itens ?? []),
    isAnswered,
    failure: settled === busca && error ? { message: error.message, retry: refetch } : undefined,
    find,
  };
}
