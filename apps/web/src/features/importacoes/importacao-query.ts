import { type Importacao, importacoes, type SituacaoImportacao } from '@prumo/contract/importacoes.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';

/** While the server works on it, and while it waits for something that may have been mended elsewhere. */
const MOVING_MS = 1000;
const HELD_MS = 5000;
/** To tell how far it is, the server counts its rows: so many take a while. */
const MANY = 20_000;

const POLLED: Partial<Record<SituacaoImportacao, number>> = {
  lendo: MOVING_MS,
  importando: MOVING_MS,
  // Another tab may begin it, or give it up.
  pronta: HELD_MS,
  pausada: HELD_MS,
  interrompida: HELD_MS,
};

/** What a cancelled one had not come to is written off by and by. */
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

/** Always read anew when the screen opens: another tab may have begun one. */
export const useImportacoes = (conta_id: string) => useQuery({ ...listOf(conta_id), staleTime: 0 });

/** How it stands by now; read by itself, because the list would count all of them again. */
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
