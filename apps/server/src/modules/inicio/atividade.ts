import type { Atividade } from '@prumo/contract/atividades.ts';
import type { AtividadeDoInicio } from '@prumo/contract/inicio.ts';
import type { Escrita } from './atividade.queries.ts';

type Linha = AtividadeDoInicio['itens'][number];

/** The number of lines that are read, and of those that are shown. */
export const LIDAS = 60;
const MOSTRADAS = 5;

/** Lines that say nothing about the work of the empresa. The page Atividade has them. */
const SEM_INTERESSE = new Set(['entrada', 'acesso_recusado']);

/** A write that saves a produto also writes its stock. The line of the produto says it better. */
const isDetail = ({ registro }: Atividade) => registro?.tabela === 'produto_deposito';

/** Makes one line of all changes of a write, the newest write first. */
export function linhasOf(
  lidas: readonly Atividade[],
  escritas: readonly Escrita[],
  userId: string,
): AtividadeDoInicio['itens'] {
  const escritaOf = new Map(escritas.map((each) => [each.id, each]));
  const writes = new Map<string, Atividade[]>();
  for (const line of lidas) {
    if (SEM_INTERESSE.has(line.tipo)) continue;
    const lote = escritaOf.get(line.id)?.lote ?? line.id;
    writes.set(lote, [...(writes.get(lote) ?? []), line]);
  }
  const last = lidas.length < LIDAS ? undefined : lidas.at(-1);
  return [...writes].slice(0, MOSTRADAS).flatMap(([lote, lines]): Linha[] => {
    const shown = lines.find((line) => !isDetail(line)) ?? lines[0];
    if (!shown) return [];
    const alike = lines.filter(
      ({ tipo, registro }) => tipo === shown.tipo && registro?.tabela === shown.registro?.tabela,
    );
    const eu = shown.quem?.id === userId;
    return [
      {
        ...shown,
        mais: alike.length - 1,
        mais_exato: last === undefined || !lines.includes(last),
        eu,
        desfazer: eu && lines.every(({ id }) => escritaOf.get(id)?.pode_desfazer) ? lote : null,
      },
    ];
  });
}
