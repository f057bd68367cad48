import { type ProdutoEncontrado, produtos } from '@prumo/contract/produtos.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryOf } from '#lib/api.ts';

const PAUSE = 120;
/** Stock and price are shown: not those of some minutes ago. */
const FRESH_FOR = 10_000;

const answerTo = (busca: string) => ({
  ...queryOf(produtos.balcao, { query: { busca } }),
  staleTime: FRESH_FOR,
});

/** What the counter finds for a text, and `find` for a scanner, which is faster than any answer. */
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

  // Typing on, or leaving, takes back what was asked for.
  useEffect(() => {
    if (asked.current !== busca) asked.current = undefined;
    return () => {
      asked.current = undefined;
    };
  }, [busca]);

  /** The answer to exactly this text, whatever is on the screen; nothing when something else was typed meanwhile. */
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
