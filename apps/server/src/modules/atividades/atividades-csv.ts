import { type Atividade, type FiltrosDeAtividade, fraseDe, TIPOS } from '@prumo/contract/atividades.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { BOM, csvLine } from '#platform/http/csv.ts';
import { LINES } from './atividades.queries.ts';
import { readPage } from './read-page.ts';

type Read = <T>(work: (tx: TenantDb) => Promise<T>) => Promise<T>;

const HEADER = ['Número', 'Data', 'Hora', 'Pessoa', 'Tipo', 'O que aconteceu', 'Mudanças', 'Selo', 'Código'];

/** Yields a line for each atividade, newest first, a page at a time, so that memory does not grow with the file. */
export async function* atividadesCsv(read: Read, filters: FiltrosDeAtividade): AsyncGenerator<string> {
  yield BOM + csvLine(HEADER);
  let cursor: string | undefined;
  do {
    const query = { ...filters, cursor };
    const { itens, proximo } = await read((tx) => readPage(tx, query, LINES));
    yield itens.map((each) => csvLine(cellsOf(each))).join('');
    cursor = proximo ?? undefined;
  } while (cursor !== undefined);
}

const SELO_EM_PALAVRAS: Readonly<Record<Atividade['selo'], string>> = {
  pendente: 'Ainda não selada',
  conferida: 'Conferida',
  apagada: 'Dados apagados',
  divergente: 'Não confere',
};

function cellsOf(atividade: Atividade): string[] {
  const names: Readonly<Record<string, { nome: string }>> = TIPOS;
  const { numero, em, quem, tipo, mudancas, selo, id } = atividade;
  const [date = '', time = ''] = when.format(new Date(em)).split(', ');
  return [
    numero === null ? '' : String(numero),
    ...[date, time],
    quem === null ? 'Prumo' : (quem.nome ?? 'Alguém'),
    names[tipo]?.nome ?? tipo,
    fraseDe(atividade),
    mudancas.map(({ campo, antes, depois }) => `${campo}: ${shown(antes)} → ${shown(depois)}`).join('; '),
    SELO_EM_PALAVRAS[selo],
    id,
  ];
}

const shown = (value: unknown) =>
  value === null ? 'vazio' : typeof value === 'object' ? JSON.stringify(value) : String(value);

const when = new Intl.DateTimeFormat('pt-BR', {
  ...{ timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'medium' },
});
