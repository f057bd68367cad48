import { fromUnits, toUnits, writeDecimal } from '@prumo/contract/exact-decimal.ts';
import type { LinhaDaMargem, MargemDoPedido, OrigemDeCusto } from '@prumo/contract/margem.ts';
import { formatDate, formatMoney } from '#lib/numbers/format.ts';

const TIPOS: Readonly<Record<LinhaDaMargem['tipo'], string>> = {
  comissao: 'Tarifa de venda',
  frete: 'Frete por sua conta',
  outra: 'Outras tarifas',
  imposto: 'Imposto',
  mercadoria: 'Custo das peças',
};

/** The name of a line. The fee says its part of the sale, and the tax its rate. */
export function tipoText({ tipo, valor, origens }: LinhaDaMargem, venda: string): string {
  if (tipo === 'comissao') return `${TIPOS.comissao}${partText(valor, venda)}`;
  const rates = [...new Set(origens.map(({ texto }) => texto))];
  if (tipo === 'imposto' && rates.length === 1 && rates[0]) return `Imposto, ${writeDecimal(rates[0])}%`;
  return TIPOS[tipo];
}

/** `, 16%`, rounded to one place. Empty for a sale of nothing. */
function partText(valor: string, venda: string): string {
  const base = toUnits(venda, 2);
  const part = toUnits(valor, 2);
  if (base <= 0n || part < 0n) return '';
  return `, ${writeDecimal(fromUnits((part * 2000n + base) / (base * 2n), 1))}%`;
}

/** What a cost takes from the sale: `−R$ 24,90`. A credit adds to it. */
export const custoText = (valor: string) =>
  valor.startsWith('-') ? `+${formatMoney(valor.slice(1))}` : `−${formatMoney(valor)}`;

export const sobraText = (margem: string) =>
  margem.startsWith('-') ? `−${formatMoney(margem.slice(1))}` : formatMoney(margem);

export const percentText = (percentual: string) =>
  `${percentual.startsWith('-') ? '−' : ''}${writeDecimal(percentual.replace('-', ''), 1)}%`;

export const percentTone = (percentual: string) => (percentual.startsWith('-') ? 'bad' : 'ok');

/** The costs that a shown margin leaves out because they are not known yet: ` sem frete e imposto`, or nothing. */
export function withoutText(falta: MargemDoPedido['falta']): string {
  const costs = [
    ...(falta.includes('frete') ? ['frete'] : []),
    ...(falta.includes('aliquota') ? ['imposto'] : []),
  ];
  return costs.length === 0 ? '' : ` sem ${costs.join(' e ')}`;
}

const MESES = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

/** `2026-11-01` as `nov/2026`. */
export const mesText = (competencia: string) =>
  `${MESES[Number(competencia.slice(5, 7)) - 1] ?? ''}/${competencia.slice(0, 4)}`;

const diaText = (dia: string) => dia.split('-').reverse().join('/');
const units = (quantidade: number | null) => `${Math.abs(quantidade ?? 0)} un.`;

/** Says where an entry of a line is from. */
export function origemText(origem: OrigemDeCusto): string {
  const { fonte, fonte_id, texto, competencia, quantidade, pedido, em } = origem;
  const at = em === null ? '' : ` em ${formatDate(em)}`;
  switch (fonte) {
    case 'pedido':
      return `Tarifa informada no pedido ${pedido}, lida${at}`;
    case 'envio':
      return `Parte do pedido ${pedido} no frete do envio ${fonte_id}, lido${at}`;
    case 'fatura':
      return `Fatura de ${competencia === null ? 'um mês' : mesText(competencia)}, lançamento ${fonte_id}: ${texto ?? 'tarifa'}`;
    case 'movimento':
    case 'conferencia':
      return (quantidade ?? 0) < 0
        ? `${units(quantidade)} de volta ao estoque${at}`
        : `Saída de ${units(quantidade)}${at}, pelo custo desse dia`;
    case 'produto':
      return `${units(quantidade)} pelo custo de hoje do produto`;
    case 'aliquota':
      return `${writeDecimal(texto ?? '0')}% da venda do pedido ${pedido}, alíquota desde ${diaText(fonte_id)}`;
  }
}

/** What is missing for the number to be whole, as sentences that say what to do. */
export const FALTAS: Readonly<Record<MargemDoPedido['falta'][number], string>> = {
  custo:
    'Falta o custo de uma peça: informe-o no cadastro do produto, ou ligue o anúncio a um produto na importação da conta.',
  frete: 'O frete ainda não é conhecido. O Prumo o lê do marketplace em alguns minutos, ou da fatura do mês.',
  aliquota: 'Sem imposto: informe a alíquota em Empresa e equipe.',
};
