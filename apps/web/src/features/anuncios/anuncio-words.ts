import type {
  AbaDeAnuncios,
  BlocoDeAnuncios,
  ContaComAnuncios,
  UnidadeDeAnuncio,
} from '@prumo/contract/anuncios.ts';
import { MARKETPLACES } from '@prumo/contract/marketplaces.ts';
import { agoOf } from '#lib/numbers/ago.ts';
import { formatInteger } from '#lib/numbers/format.ts';

export const ABA_EM_PALAVRAS: Readonly<Record<AbaDeAnuncios, string>> = {
  todos: 'Todos',
  diferenca: 'Com diferença',
  pausados: 'Pausados',
  full: 'Full',
  sem_produto: 'Sem produto',
};

export type Marca = 'ok' | 'bad' | 'warn' | 'neutral';

/** What the column `Por que difere` says of a unit. `acao` says who has to do something. */
export interface Motivo {
  texto: string;
  marca: Marca;
  acao: string | null;
}

const count = (text: string) => formatInteger(Number(text));

/** Says why a unit shows another number than it has to, or that it does not. */
export function motivoDe(unit: UnidadeDeAnuncio, marketplace: string): Motivo {
  const { motivo, situacao, full, aqui, esperado, publicado, estado } = unit;
  if (full) return { texto: 'Cheio (Full)', marca: 'neutral', acao: 'nada a fazer' };
  if (situacao === 'em_dia') return { texto: 'Em dia', marca: 'ok', acao: null };
  if (aqui === null) return { texto: 'Sem produto', marca: 'neutral', acao: null };
  const away = Math.abs(Number(publicado) - Number(esperado));
  switch (motivo) {
    case 'oferece_a_mais':
      return { texto: `Oferece ${count(String(away))} a mais`, marca: 'bad', acao: null };
    case 'oferece_a_menos':
      return { texto: `Oferece ${count(String(away))} a menos`, marca: 'neutral', acao: null };
    case 'vendas_nao_lidas':
      return { texto: 'Vendas ainda não lidas', marca: 'neutral', acao: 'corrige sozinho' };
    case 'pausado_por_voce':
      return { texto: 'Pausado por você', marca: 'warn', acao: null };
    case 'pausado_pelo_marketplace':
      return { texto: `Pausado pelo ${marketplace}`, marca: 'warn', acao: null };
    default:
      return { texto: capital(estado), marca: 'neutral', acao: 'nada a fazer' };
  }
}

const capital = (word: string) => (word === '' ? 'Fora do ar' : word.charAt(0).toUpperCase() + word.slice(1));

export const marketplaceOf = (conta: ContaComAnuncios | undefined): string =>
  conta ? MARKETPLACES[conta.marketplace] : 'marketplace';

/** Whether another unit of the bloco shares the quantity of this one. */
const isTwin = ({ grupo }: UnidadeDeAnuncio, { unidades }: Pick<BlocoDeAnuncios, 'unidades'>) =>
  unidades.filter((each) => each.grupo === grupo).length > 1;

/** What tells a unit apart from the others of its bloco. The conta is named if there are several. */
export function detailOf(
  unit: UnidadeDeAnuncio,
  bloco: Pick<BlocoDeAnuncios, 'unidades'>,
  contas: ReadonlyMap<string, ContaComAnuncios>,
): string {
  const { variacao, estado, conta_id } = unit;
  const conta = contas.size > 1 ? contas.get(conta_id) : undefined;
  return [
    variacao,
    estado === 'ativo' ? '' : estado,
    isTwin(unit, bloco) ? 'divide a quantidade' : '',
    conta ? handleOf(conta) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

export const handleOf = ({ apelido }: Pick<ContaComAnuncios, 'apelido'>) => `@${apelido ?? 'sem-apelido'}`;

export const plural = (total: number, one: string, many: string) =>
  `${formatInteger(total)} ${total === 1 ? one : many}`;

/** What the card of a conta says under its name. */
export function contaText({ anuncios, mais, leitura }: ContaComAnuncios, now: number): string {
  const total = `${mais ? 'mais de ' : ''}${plural(anuncios, 'anúncio', 'anúncios')}`;
  if (leitura.situacao === 'lendo')
    return leitura.lidos === 0
      ? `Procurando os anúncios: ${formatInteger(leitura.encontrados)}`
      : `${formatInteger(leitura.lidos)} de ${plural(leitura.encontrados, 'anúncio lido', 'anúncios lidos')}`;
  return leitura.lida_em === null
    ? `${total} · nunca lidos por inteiro`
    : `${total} · lidos ${agoOf(leitura.lida_em, now)}`;
}

export function footerText(blocos: readonly BlocoDeAnuncios[], hasMore: boolean, parcial: boolean): string {
  const anuncios = plural(
    blocos.reduce((sum, { unidades }) => sum + unidades.length, 0),
    'anúncio',
    'anúncios',
  );
  const produtos = blocos.filter(({ produto }) => produto !== null).length;
  const text = produtos > 0 ? `${anuncios} de ${plural(produtos, 'produto', 'produtos')}` : anuncios;
  if (parcial) return `${text}. Há mais do que a busca lê: escreva mais do nome ou o número do anúncio.`;
  return hasMore ? `${text}, os primeiros` : text;
}
