import type { MudancaSimulada, Publicacao } from '@prumo/contract/publicacao.ts';
import type { Seller } from '#modules/anuncios/mudancas.queries.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { BOM, comma, csvLine } from '#platform/http/csv.ts';
import { readMudancas } from './simulacao.ts';

type Read = <T>(work: (tx: TenantDb) => Promise<T>) => Promise<T>;

const PAGE = 200;
const HEADER = [
  ...['Anúncio', 'Variação', 'Título', 'Produto', 'SKU', 'Publicado', 'Enviaria', 'Muda', 'Modo'],
  ...['Unidades retidas', 'Cota', 'Disponível', 'Saldo', 'Reservado'],
];

/** Yields a line for each change, the riskiest first, a page at a time, so that memory does not grow with the file. */
export async function* simulacaoCsv(read: Read, seller: Seller): AsyncGenerator<string> {
  yield BOM + csvLine(HEADER);
  let cursor: string | undefined;
  do {
    const asked = { cursor, limite: PAGE };
    const { itens, proximo } = await read((tx) => readMudancas(tx, seller, asked));
    yield itens.map((each) => csvLine(cellsOf(each))).join('');
    cursor = proximo ?? undefined;
  } while (cursor !== undefined);
}

const MODO_EM_PALAVRAS: Readonly<Record<Publicacao['modo'], string>> = {
  compartilhado: 'Compartilhado',
  com_seguranca: 'Com segurança',
  cotas: 'Cotas',
};

function cellsOf({ produto, aqui, publicado, enviaria, ...unit }: MudancaSimulada): string[] {
  const { modo, retidas } = produto.publicacao;
  return [
    ...[unit.anuncio_id, unit.variacao, unit.titulo, produto.nome, produto.sku],
    ...[publicado, enviaria, String(Number(enviaria) - Number(publicado))],
    ...[
      MODO_EM_PALAVRAS[modo],
      String(retidas),
      String(unit.cota ?? ''),
      aqui,
      comma(produto.saldo),
      comma(produto.reservado),
    ],
  ];
}
