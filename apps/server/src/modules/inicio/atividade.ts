import type { Atividade } from '@prumo/contract/atividades.ts';
import type { AtividadeDoInicio } from '@prumo/contract/inicio.ts';
import type { Escrita } from './atividade.queries.ts';

type Linha = AtividadeDoInicio['itens'][number];

/** The number of lines that are read, and of those that are shown. */
export const LIDAS = 100;
const MOSTRADAS = 5;

/** Lines that say nothing about the work of the empresa. The page Atividade has them. */
const SEM_INTERESSE = new Set(['entrada', 'acesso_recusado']);

/** A write that saves a produto also writes its stock. The line of the produto says it better. */
const isDetail = ({ registro }: Atividade) => registro?.tabela === 'produto_deposito';

/** The changes of one write that say the same, and whether their author can undo the write. */
interface Write {
  lote: string;
  shown: Atividade;
  alike: Atividade[];
  /** The name of the only field that each of them changed. */
  campo: string | null;
  /** Whether all lines of the write were read. */
  whole: boolean;
  undoable: boolean;
}

/**
 * Makes one line of all changes of a write, and of the writes next to each other in which the same person did the same on
 * the same day. The newest line comes first.
 */
export function linhasOf(
  lidas: readonly Atividade[],
  escritas: readonly Escrita[],
  userId: string,
): AtividadeDoInicio['itens'] {
  const groups: [Write, ...Write[]][] = [];
  for (const write of writesOf(lidas, escritas)) {
    const last = groups.at(-1);
    if (last && kindOf(last[0]) === kindOf(write)) last.push(write);
    else groups.push([write]);
  }
  return groups.slice(0, MOSTRADAS).map((group) => linhaOf(group, userId));
}

function writesOf(lidas: readonly Atividade[], escritas: readonly Escrita[]): Write[] {
  const escritaOf = new Map(escritas.map((each) => [each.id, each]));
  const writes = new Map<string, Atividade[]>();
  for (const line of lidas) {
    if (SEM_INTERESSE.has(line.tipo)) continue;
    const lote = escritaOf.get(line.id)?.lote ?? line.id;
    writes.set(lote, [...(writes.get(lote) ?? []), line]);
  }
  const last = lidas.length < LIDAS ? undefined : lidas.at(-1);
  return [...writes].flatMap(([lote, lines]): Write[] => {
    const shown = lines.find((line) => !isDetail(line)) ?? lines[0];
    if (!shown) return [];
    const alike = lines.filter(
      ({ tipo, registro }) => tipo === shown.tipo && registro?.tabela === shown.registro?.tabela,
    );
    return [
      {
        ...{ lote, shown, alike, campo: onlyCampoOf(alike) },
        whole: last === undefined || !lines.includes(last),
        undoable: lines.every(({ id }) => escritaOf.get(id)?.pode_desfazer),
      },
    ];
  });
}

function onlyCampoOf(alike: readonly Atividade[]): string | null {
  const campos = new Set(alike.flatMap(({ mudancas }) => mudancas.map(({ campo }) => campo)));
  campos.delete('versao');
  const [campo, ...others] = campos;
  return campo !== undefined && others.length === 0 ? campo : null;
}

/** A day as `2026-11-15` in Brazil's time. */
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

const kindOf = ({ shown: { quem, tipo, registro, em }, campo }: Write) =>
  JSON.stringify([quem?.id, tipo, registro?.tabela, campo, day.format(new Date(em))]);

function linhaOf(group: readonly [Write, ...Write[]], userId: string): Linha {
  const [{ shown, campo, lote, undoable }] = group;
  const records = new Set(group.flatMap(({ alike }) => alike.map(({ id, registro }) => registro?.id ?? id)));
  const eu = shown.quem?.id === userId;
  return {
    ...shown,
    campo: shown.tipo === 'registro_alterado' ? campo : null,
    mais: records.size - 1,
    mais_exato: group.every(({ whole }) => whole),
    escritas: group.length,
    eu,
    desfazer: eu && undoable ? lote : null,
  };
}
