import { type Importacao, importacoes, type SituacaoImportacao } from '@prumo/contract/importacoes.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';

/** The polling interval while the server works on the importacao. */
const MOVING_MS = 1000;
/** The polling interval while the importacao waits, and the shortest one of a large importacao. */
const HELD_MS = 5000;
/**
 * The number of anuncios and photos above which an importacao is large. The server counts all of them for
 * each poll, which is then slow.
 */
const MANY = 20_000;

const POLLED: Partial<Record<SituacaoImportacao, number>> = {
  lendo: MOVING_MS,
  importando: MOVING_MS,
  // Another tab may start or cancel it.
  pronta: HELD_MS,
  pausada: HELD_MS,
  interrompida: HELD_MS,
};

/** After a cancellation the server marks the remaining rows step by step. */
const isSettling = ({ situacao, iniciada_em, contagem }: Importacao) =>
  situacao === 'cancelada' &&
  iniciada_em !== null &&
  (contagem.criar + contagem.ligar > 0 || contagem.fotos_feitas + contagem.fotos_recusadas < contagem.fotos);

export function intervalOf(importacao: Importacao): number | false {
  const interval = isSettling(importacao) ? MOVING_MS : POLLED[importacao.situacao];
  if (interval === undefined) return false;
  const { anuncios, fotos } = importacao.contagem;
  return anuncios + fotos > MANY ? Math.max(interval, HELD_MS) : interval;
}

const listOf = (conta_id: string) => queryOf(importacoes.list, { query: { conta_id } });

export const listKeyOf = (conta_id: string) => listOf(conta_id).queryKey;
export const keyOf = (id: string) => queryOf(importacoes.get, { params: { id } }).queryKey;

/** Fetched each time the screen opens, because another tab may have started an importacao. */
export const useImportacoes = (conta_id: string) => useQuery({ ...listOf(conta_id), staleTime: 0 });

/** The current state of one importacao. Polled separately, because the list would count every importacao again. */
export const useImportacao = (listed: Importacao | undefined) =>
  useQuery({
    ...queryOf(importacoes.get, { params: { id: listed?.id ?? '' } }),
    enabled: listed !== undefined,
    initialData: () => listed,
    initialDataUpdatedAt: 0,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data !== undefined && intervalOf(state.data),
  });

export const isOpen = ({ situacao }: Importacao) => situacao !== 'cancelada' && situacao !== 'concluida';
