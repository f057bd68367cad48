import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import type { GrupoDaMargem, LinhaDaMargemDoPeriodo, OrdemDaMargem, Somas } from '@prumo/contract/margens.ts';
import { custoText, percentText, sobraText } from '#features/pedidos/margem/margem-words.ts';
import { formatInteger, formatMoney } from '#lib/numbers/format.ts';

export const GRUPO_WORDS: Readonly<Record<GrupoDaMargem, string>> = {
  pedido: 'Pedidos',
  produto: 'Produtos',
  anuncio: 'Anúncios',
};

export const ORDEM_WORDS: Readonly<Record<OrdemDaMargem, string>> = {
  '-margem': 'Maior margem',
  margem: 'Menor margem',
  '-percentual': 'Maior margem em %',
  percentual: 'Menor margem em %',
  '-receita': 'Maior receita',
  receita: 'Menor receita',
};

/** Whether a cost is not known, so that the margin is the most that can be left. */
export const isUpperBound = ({ sem_custo, sem_frete, sem_imposto }: Somas) =>
  sem_custo > 0 || sem_frete > 0 || sem_imposto > 0;

const upTo = (somas: Somas) => (isUpperBound(somas) ? 'até ' : '');

export const margemText = (somas: Somas) => `${upTo(somas)}${sobraText(somas.margem)}`;

export const percentualText = (somas: Somas) =>
  somas.percentual === null ? '-' : `${upTo(somas)}${percentText(somas.percentual)}`;

/** What was sold and not refunded. The percentage is of it, and the costs and the margin add up to it. */
export const receitaOf = ({ venda, estornado }: Somas) =>
  fromUnits(toUnits(venda, 2) - toUnits(estornado, 2), 2);

/** What the marketplace charges besides the freight. */
export const tarifasOf = ({ comissao, outra }: Somas) =>
  fromUnits(toUnits(comissao, 2) + toUnits(outra, 2), 2);

export const countText = (count: number, one: string, many: string) =>
  `${formatInteger(count)} ${count === 1 ? one : many}`;

/** Writes a cost as a deduction: `R$ 0,00` when no pedido has it, and `-` when it is unknown. */
export function costText(valor: string, unknown = 0): string {
  if (isSome(valor)) return custoText(valor);
  return unknown > 0 ? '-' : formatMoney('0.00');
}

export const isSome = (valor: string) => /[1-9]/.test(valor);

/** What a row leaves out, such as `sem custo em 2 e imposto`. Empty when every cost is known. */
export function withoutText({ pedidos, sem_custo, sem_frete, sem_imposto }: Somas): string {
  const costs = [
    ['custo', sem_custo],
    ['frete', sem_frete],
    ['imposto', sem_imposto],
  ] as const;
  const missing = costs
    .filter(([, count]) => count > 0)
    .map(([name, count]) => (count < pedidos ? `${name} em ${formatInteger(count)}` : name));
  const last = missing.pop();
  if (last === undefined) return '';
  return missing.length === 0 ? `sem ${last}` : `sem ${missing.join(', ')} e ${last}`;
}

/** The sentences that say what is missing for a fact, and what to do about it. */
export function missingOf({ sem_custo, sem_frete, sem_imposto }: Somas): string[] {
  const of = (count: number) => countText(count, 'pedido', 'pedidos');
  return [
    ...(sem_custo > 0
      ? [
          `Falta o custo de peças em ${of(sem_custo)}: informe-o no cadastro do produto, ou ligue o anúncio a um produto.`,
        ]
      : []),
    ...(sem_frete > 0
      ? [
          `O frete de ${of(sem_frete)} ainda não é conhecido. O Prumo o lê do marketplace ou da fatura do mês.`,
        ]
      : []),
    ...(sem_imposto > 0
      ? [`O imposto de ${of(sem_imposto)} não está na conta: informe a alíquota em Empresa e equipe.`]
      : []),
  ];
}

/** The name of a row. What is linked to no produto, and what has no name, says so. */
export function nomeOf(linha: LinhaDaMargemDoPeriodo, grupo: GrupoDaMargem): string {
  if (linha.nome !== null) return linha.nome;
  if (grupo === 'produto') return 'Sem produto ligado';
  if (grupo === 'anuncio') return linha.numero ?? 'Sem anúncio';
  return `Pedido ${linha.numero ?? ''}`;
}
