import type { ContagemDeImportacao } from '@prumo/contract/importacoes.ts';
import type {
  AcaoDeAnuncio,
  AnuncioProposto,
  Confianca,
  EstadoDeAnuncio,
  GrupoDeAnuncios,
  MotivoDeLigacao,
  ResultadoDeAnuncio,
} from '@prumo/contract/importacoes-anuncios.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';

export const ESTADO_WORDS: Record<EstadoDeAnuncio, { label: string; text: string }> = {
  ativos: { label: 'Ativos', text: 'À venda agora.' },
  pausados: { label: 'Pausados', text: 'Fora da busca, por exemplo por falta de estoque.' },
  encerrados: { label: 'Encerrados', text: 'Já terminados; entram sem estoque.' },
};

export const GRUPO_WORDS: Record<GrupoDeAnuncios, string> = {
  todos: 'Todos',
  criar: 'Criar',
  ligar: 'Ligar',
  conferir: 'Conferir',
  ignorar: 'Ignorar',
  recusados: 'Não entram',
  feitos: 'Importados',
};

/** The same labels once the importacao has ended. */
export const GRUPO_PAST_WORDS: Record<GrupoDeAnuncios, string> = {
  ...GRUPO_WORDS,
  ignorar: 'Ignorados',
  recusados: 'Não importados',
};

export const RESULTADO_WORDS: Record<ResultadoDeAnuncio, string> = {
  pendente: 'Aguardando',
  criado: 'Produto criado',
  ligado: 'Ligado',
  atualizado: 'Atualizado',
  igual: 'Sem mudança',
  ignorado: 'Ignorado',
  recusado: 'Não importado',
};

/** Announced to screen readers after a decision. */
export const DONE_WORDS: Record<AcaoDeAnuncio, string> = {
  criar: 'será criado',
  ligar: 'será ligado',
  ignorar: 'será ignorado',
};

/** The state on the marketplace, when it is not simply for sale. */
export const stateOf = ({ estado }: Pick<AnuncioProposto, 'estado'>) =>
  estado === 'ativo' ? undefined : estado || undefined;

/** For example `Pastilha de freio — Preto / G`. */
export const nameOf = ({ titulo, variacao, anuncio_id }: AnuncioProposto) =>
  variacao ? `${titulo} — ${variacao}` : titulo || anuncio_id;

export const keyOfAnuncio = ({ anuncio_id, variacao_id }: AnuncioProposto) => ({ anuncio_id, variacao_id });

/** An uncertain match, which a person must confirm. */
export const isDoubtful = ({ confianca }: Pick<AnuncioProposto, 'confianca'>) =>
  confianca === 'media' || confianca === 'baixa';

/** An uncertain match that no person has confirmed yet. */
export const isToCheck = (anuncio: Pick<AnuncioProposto, 'acao' | 'confianca' | 'conferido'>) =>
  anuncio.acao === 'ligar' && isDoubtful(anuncio) && !anuncio.conferido;

const POR_WORDS: Record<MotivoDeLigacao, string> = {
  anuncio: 'Mesmo produto no marketplace',
  sku: 'Mesmo SKU',
  gtin: 'Mesmo código de barras',
  codigo: 'Mesmo código da peça',
};
const CONFIANCA_WORDS: Record<Confianca, string> = {
  alta: 'certeza alta',
  media: 'certeza média',
  baixa: 'certeza baixa',
};

/** For example `Mesmo SKU: certeza alta`; undefined when a person chose the produto. */
export const matchOf = ({ por, confianca }: Pick<AnuncioProposto, 'por' | 'confianca'>) =>
  por && confianca ? `${POR_WORDS[por]}: ${CONFIANCA_WORDS[confianca]}` : undefined;

const PREENCHE_WORDS: Record<AnuncioProposto['preenche'][number], string> = {
  cod_referencia: 'códigos',
  fotos: 'fotos',
  preco_venda: 'preço de venda',
};
const list = new Intl.ListFormat('pt-BR');

/** For example `Preenche o que está vazio: códigos e fotos`. */
export const fillsOf = ({ preenche }: Pick<AnuncioProposto, 'preenche'>) =>
  preenche.length === 0
    ? undefined
    : `Preenche o que está vazio: ${list.format(preenche.map((campo) => PREENCHE_WORDS[campo]))}`;

/** For example `1 anúncio` or `1.234 anúncios`. */
export const counted = (count: number, one: string, many: string) =>
  `${formatInteger(count)} ${count === 1 ? one : many}`;

/** True when the marketplace returned no anuncio. */
export const isEmpty = ({ criar, ligar, conferir, ignorar, recusados }: ContagemDeImportacao) =>
  criar + ligar + conferir + ignorar + recusados === 0;

/** Describes what the import will do, before it starts. */
export function planOf(contagem: ContagemDeImportacao): string {
  const { criar, ligar, conferir, ignorar, recusados } = contagem;
  if (isEmpty(contagem)) return 'Nenhum anúncio encontrado nesta conta com os tipos escolhidos.';
  if (criar + ligar + conferir === 0) return 'Não há nada para importar: todos os anúncios ficam de fora.';
  const left = ignorar + recusados;
  const parts = [
    criar === 1 ? 'Será criado 1 produto' : criar > 1 && `Serão criados ${formatInteger(criar)} produtos`,
    ligar > 0 && `${counted(ligar, 'anúncio fica ligado', 'anúncios ficam ligados')} a produtos do catálogo`,
    conferir > 0 && `${counted(conferir, 'anúncio espera', 'anúncios esperam')} você conferir`,
    left > 0 && counted(left, 'fica de fora', 'ficam de fora'),
  ].filter((part) => part !== false);
  const cost = criar > 0 ? ` O custo fica em ${formatMoney('0')} até você preencher.` : '';
  return `${list.format(parts)}.${cost}`;
}

/** Describes what the import has done. */
export function outcomeOf({ criados, ligados, atualizados, iguais }: ContagemDeImportacao): string {
  const parts = [
    criados > 0 && counted(criados, 'produto criado', 'produtos criados'),
    ligados > 0 && counted(ligados, 'anúncio ligado', 'anúncios ligados'),
    atualizados > 0 && counted(atualizados, 'produto atualizado', 'produtos atualizados'),
  ].filter((part) => part !== false);
  if (parts.length > 0) return `${list.format(parts)}.`;
  return iguais > 0 ? 'Nada mudou desde a última importação.' : 'Nenhum anúncio foi importado.';
}
