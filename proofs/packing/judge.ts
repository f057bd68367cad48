import { countOf, type Measure, percentile, timeBar } from '../kit/figures.ts';
import { expectedOf, type Truth } from '../kit/sales.truth.ts';
import type { Packing } from './packer.ts';
import { ESTOQUE } from './produtos.ts';
import type { Pacote } from './sales.ts';
import type { Site } from './site.ts';

/** The most seconds that the product may take from the scans of a parcel until it is packed. */
const SECONDS = 2;

/** Compares the parcels that the product calls packed with those that the person packed. */
export async function judgePacking(
  { sql, operator }: Site,
  pacotes: readonly Pacote[],
  { scans, packed, seconds, unlike, late, dead }: Packing,
): Promise<Measure[]> {
  const rows = await sql<{ envio_id: string }>(
    'select envio_id from pedidos_fila where empresa_id = $1 and separado_em is not null',
    [operator.empresaId],
  );
  const marked = new Set(rows.map(({ envio_id }) => Number(envio_id)));
  const boxes = new Set(packed.map(({ envio }) => envio));
  const differing = [
    ...[...boxes]
      .filter((envio) => !marked.has(envio))
      .map((envio) => `envio ${envio} is in its box and not marked`),
    ...[...marked]
      .filter((envio) => !boxes.has(envio))
      .map((envio) => `envio ${envio} is marked and not in its box`),
  ];
  const sorted = seconds.toSorted((one, other) => one - other);
  const size = `${sorted.length} parcels, without the person's own hands`;
  return [
    { name: 'parcels packed', value: marked.size, bar: { exactly: pacotes.length } },
    countOf('parcels packed by the product unlike those the person packed', [...unlike, ...differing]),
    countOf('parcels opened before a more urgent one that needs the part', late),
    countOf('scans without an effect on the screen', dead, `${scans} scans`),
    { name: 'packing a parcel, s, p50', value: percentile(sorted, 0.5), size },
    { name: 'packing a parcel, s, p95', value: percentile(sorted, 0.95), bar: timeBar(SECONDS), size },
  ];
}

/** Each parcel has its label in the printed files once, and the stand-in says that it was printed. */
export async function judgeLabels(
  site: Site,
  pacotes: readonly Pacote[],
  printed: readonly number[],
): Promise<Measure[]> {
  const truths = await truthsOf(site);
  const said = new Set(truths.flatMap(({ envio, impresso_em }) => (impresso_em ? [envio] : [])));
  const wrong = pacotes.flatMap(({ envio }) => {
    const times = printed.filter((each) => each === envio).length;
    if (times === 1 && said.has(envio)) return [];
    return [`envio ${envio}: in the files ${times} times${said.has(envio) ? '' : ', and not printed'}`];
  });
  return [
    { name: 'labels printed', value: printed.length, bar: { exactly: pacotes.length } },
    countOf('parcels whose label was not printed exactly once', wrong),
  ];
}

const truthsOf = ({ standIn, seller }: Site) => Array.fromAsync(standIn.orders<Truth>(seller, '/estoque'));

/** What each produto must show follows from the goods that were sold and left. */
export async function judgeStock(site: Site): Promise<Measure[]> {
  const must = new Map(site.ofertas.map(({ peca }) => [peca.sku, { saldo: ESTOQUE, reservado: 0 }]));
  let left = 0;
  for (const truth of await truthsOf(site)) {
    const { anuncio, variacao } = truth;
    const oferta = site.ofertas.find((each) => each.anuncio === anuncio && each.variacao === variacao);
    const stock = oferta && must.get(oferta.peca.sku);
    if (!stock) continue;
    const { reservado, saiu } = expectedOf(truth, 'despacho');
    stock.reservado += reservado;
    stock.saldo -= saiu;
    left += saiu;
  }
  const rows = await site.sql<{
    sku: string;
    saldo: number;
    reservado: number;
    total: number;
    prometido: number;
  }>(
    `select p.sku, sum(d.quantidade)::int as saldo, sum(d.reservado)::int as reservado,
       p.estoque_inicial::int as total, p.reservado::int as prometido
     from produtos p join produto_deposito d on d.empresa_id = p.empresa_id and d.produto_id = p.id
     where p.empresa_id = $1 group by p.id, p.sku, p.estoque_inicial, p.reservado`,
    [site.operator.empresaId],
  );
  const wrong = rows.flatMap(({ sku, saldo, reservado, total, prometido }) => {
    const truth = must.get(sku);
    const isRight = [saldo, total].every((each) => each === truth?.saldo);
    if (isRight && [reservado, prometido].every((each) => each === truth?.reservado)) return [];
    return [
      `${sku}: saldo ${saldo} and ${total}, reservado ${reservado} and ${prometido}; must be ${truth?.saldo} and ${truth?.reservado}`,
    ];
  });
  return [
    countOf(
      'produtos whose saldo or reservado differs from the truth',
      wrong,
      `${rows.length} produtos, ${left} units left`,
    ),
    { name: 'produtos compared', value: rows.length, bar: { exactly: must.size } },
  ];
}
