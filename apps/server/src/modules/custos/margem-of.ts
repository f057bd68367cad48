import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import type { LinhaDaMargem, MargemDoPedido, OrigemDeCusto } from '@prumo/contract/margem.ts';
import { isOff } from '#modules/pedidos/fila/refresh-fila.ts';
import { linesThatCount } from './lines-that-count.ts';
import type { PedidoRow } from './margem.queries.ts';
import { marginOf, taxOf } from './margin.ts';

/** A tax rate in percent, from a day on. */
export interface Rate {
  desde: string;
  percentual: string;
}

type Origem = OrigemDeCusto & { tipo: LinhaDaMargem['tipo'] };

const cents = (valor: string) => toUnits(valor, 2);
const sumOf = (values: readonly bigint[]) => values.reduce((sum, each) => sum + each, 0n);
const ORDER: readonly LinhaDaMargem['tipo'][] = ['comissao', 'frete', 'outra', 'imposto', 'mercadoria'];

/** Adds up what is left of the pedidos of one parcel. `rates` are in any order. */
export function margemOf(rows: readonly PedidoRow[], rates: readonly Rate[]): MargemDoPedido {
  const live = rows.filter((row) => !isOffIn(row));
  const origens = [
    ...rows.flatMap(storedOf),
    ...live.flatMap(goodsOf),
    ...live.flatMap((row) => taxOrigem(row, rates)),
  ];
  const counted = origens.filter(({ vale }) => vale);
  const venda = sumOf(live.map(({ total }) => cents(total ?? '0')));
  const estornado = sumOf(live.map(({ estornado: back }) => cents(back ?? '0')));
  const { margem, decimos } = marginOf(
    venda,
    estornado,
    counted.map(({ valor }) => cents(valor)),
  );
  const falta = missingOf(live, origens, rates);
  const isKnown = !falta.includes('custo');
  return {
    venda: fromUnits(venda, 2),
    estornado: fromUnits(estornado, 2),
    margem: isKnown ? fromUnits(margem, 2) : null,
    percentual: isKnown && decimos !== null ? fromUnits(decimos, 1) : null,
    estimada: counted.some(({ tipo, situacao }) => situacao === 'estimado' && tipo !== 'imposto'),
    falta,
    linhas: ORDER.flatMap((tipo) => lineOf(tipo, origens)),
  };
}

const isOffIn = ({ venda, envio }: PedidoRow) => isOff({ ...venda, envio });

function storedOf({ venda, linhas }: PedidoRow): Origem[] {
  const counting = new Set(linesThatCount(linhas));
  return linhas.map((linha) => {
    const { passo: _passo, ...shown } = linha;
    return { ...shown, pedido: venda.pedido_id, vale: counting.has(linha) };
  });
}

/** Goods that are still here, and those that left before their cost was written, are estimated at the present custo. */
function goodsOf({ venda, itens }: PedidoRow): Origem[] {
  return itens.flatMap(({ quantidade, is_kit, produto_id, custo, reservado, saiu, contadas }) => {
    if (is_kit || produto_id === null || custo === null) return [];
    const units = reservado === null ? quantidade : reservado + Math.max(0, (saiu ?? 0) - contadas);
    if (units === 0) return [];
    return [
      {
        ...{
          tipo: 'mercadoria' as const,
          pedido: venda.pedido_id,
          fonte: 'produto' as const,
          fonte_id: produto_id,
        },
        ...{
          texto: null,
          competencia: null,
          quantidade: units,
          valor: fromUnits(cents(custo) * BigInt(units), 2),
        },
        ...{ situacao: 'estimado' as const, em: null, vale: true },
      },
    ];
  });
}

function taxOrigem({ venda, total, estornado, dia }: PedidoRow, rates: readonly Rate[]): Origem[] {
  const rate = rateOn(dia, rates);
  if (!rate || total === null) return [];
  const base = cents(total) - cents(estornado ?? '0');
  return [
    {
      ...{
        tipo: 'imposto',
        pedido: venda.pedido_id,
        fonte: 'aliquota',
        fonte_id: rate.desde,
        texto: rate.percentual,
      },
      ...{ competencia: null, quantidade: null, valor: fromUnits(taxOf(base, cents(rate.percentual)), 2) },
      ...{ situacao: 'estimado', em: null, vale: true },
    },
  ];
}

/** The rate that is valid on a day: the one that began last. */
export function rateOn(dia: string, rates: readonly Rate[]): Rate | undefined {
  const begun = rates.filter(({ desde }) => desde <= dia);
  return begun.reduce<Rate | undefined>(
    (last, each) => (last === undefined || each.desde > last.desde ? each : last),
    undefined,
  );
}

function missingOf(
  live: readonly PedidoRow[],
  origens: readonly Origem[],
  rates: readonly Rate[],
): MargemDoPedido['falta'] {
  const isUnpriced = live.some(({ itens }) => itens.some(({ is_kit, custo }) => !is_kit && custo === null));
  const isFreightBilled = origens.some(
    ({ tipo, fonte, vale }) => tipo === 'frete' && fonte === 'fatura' && vale,
  );
  const awaitsFreight = !isFreightBilled && live.some(({ envio }) => envio?.has_frete === false);
  const isUntaxed = live.some(({ dia }) => rateOn(dia, rates) === undefined);
  return [
    ...(isUnpriced ? ['custo' as const] : []),
    ...(awaitsFreight ? ['frete' as const] : []),
    ...(isUntaxed ? ['aliquota' as const] : []),
  ];
}

function lineOf(tipo: LinhaDaMargem['tipo'], all: readonly Origem[]): LinhaDaMargem[] {
  const origens = all.filter((each) => each.tipo === tipo);
  if (origens.length === 0) return [];
  const counted = origens.filter(({ vale }) => vale);
  const situacao = counted.some((each) => each.situacao === 'estimado')
    ? 'estimado'
    : (counted[0]?.situacao ?? 'estimado');
  return [
    {
      ...{ tipo, situacao, valor: fromUnits(sumOf(counted.map(({ valor }) => cents(valor))), 2) },
      origens: origens.map(({ tipo: _tipo, ...origem }) => origem),
    },
  ];
}
