import { fromUnits } from '@prumo/contract/exact-decimal.ts';
import type { Asker } from '#modules/marketplace/calls.ts';
import type { Connection } from '#modules/marketplace/connection.ts';
import type { Custos } from '#modules/marketplace/custos.ts';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import type { Listing, Listings, Unit } from '#modules/marketplace/listings.ts';
import type { Marketplace, OpenMarketplace } from '#modules/marketplace/marketplace.ts';
import type { Notas } from '#modules/marketplace/notas.ts';
import type { Notifications } from '#modules/marketplace/notifications.ts';
import type { Orders, Pedido, SituacaoDePedido } from '#modules/marketplace/orders.ts';
import type { Sales } from '#modules/marketplace/sales.ts';
import type { Oferta, Venda, World } from './world.ts';

export const SECRET = 'segredo-da-feira';
const DAY_S = 86_400;

const SITUACOES: Record<Venda['estado'], SituacaoDePedido> = {
  aguardando: 'pendente',
  em_separacao: 'pago',
  faturado: 'pago',
  desfeito: 'cancelado',
};

const reais = (centavos: number) => fromUnits(BigInt(centavos), 2);
const instant = (ms: number) => new Date(ms).toISOString();

/**
 * Registers Feira under a slug. The module of a real marketplace exports the same type of function for
 * `app.ts`.
 */
export const feira =
  (slug: string, world: World, pictureHosts: readonly string[]): OpenMarketplace =>
  ({ config }): Marketplace => ({
    slug,
    words: {
      o: 'A Feira',
      do: 'da Feira',
      no: 'na Feira',
      forbidden: {
        orders: 'A Feira não deixa ver as vendas desta loja.',
        listings: 'A Feira não deixa ver as ofertas desta loja.',
      },
    },
    ...connectionOf(world, config.PUBLIC_URL),
    orders: ordersOf(world),
    sales: NO_SALES,
    custos: NO_CUSTOS,
    // Its sellers write their labels themselves.
    labels: { print: async (_, envioIds) => ({ file: null, recusados: [...envioIds] }) },
    notas: NO_NOTAS,
    listings: listingsOf(world, pictureHosts),
    notifications: NOTIFICATIONS,
    profile: async ({ accessToken }) => ({
      ...{ user: null, reputation: null, metrics: null, limites: [], aviso: null },
      listings: { active: (await offersOf(world, accessToken)).filter(({ exposta }) => exposta).length },
    }),
  });

/** Feira says nothing about parcels, so its sales do not reach the stock. */
const NO_SALES: Sales = {
  read: async () => null,
  pedidosOfEnvio: async () => [],
  pedidosOfReclamacao: async () => [],
};

/** Feira charges nothing. */
const NO_CUSTOS: Custos = {
  frete: async () => null,
  fatura: async () => ({ linhas: [], posicao: '', isEnd: true }),
};

/** Feira asks for no invoices, so it has no parcel that waits for one. */
const NO_NOTAS: Notas = {
  esperada: async () => ({
    emitente: { cnpj: null, ie: null, uf: null, cep: null },
    destinatario: { documento: null, ie: null, cep: null },
    valor: null,
  }),
  enviar: async () => 'envio',
  chaveEnviada: async () => null,
};

function connectionOf(world: World, publicUrl: string): Connection {
  const grantOf = ({ loja, ...tokens }: ReturnType<World['refresh']>) => ({
    sellerId: loja,
    ...tokens,
    expiresInSeconds: DAY_S,
  });
  return {
    clientId: 'prumo-na-feira',
    authorizationUrl: 'https://feira.exemplo/autorizar',
    redirectUri: new URL('/configuracao/integracoes', publicUrl).href,
    exchange: async ({ code, codeVerifier }) => grantOf(world.exchange(code, codeVerifier)),
    refresh: async (refreshToken) => grantOf(world.refresh(refreshToken)),
    async me(accessToken) {
      const loja = world.lojaOf(accessToken);
      return { sellerId: loja, nickname: `Banca ${loja}` };
    },
    revoke: async (accessToken) => world.revoke(accessToken),
  };
}

const pedidoOf = (venda: Venda): Pedido => ({
  id: `${venda.loja}/${venda.numero}`,
  criado_em: instant(venda.feita),
  atualizado_em: instant(venda.mexida),
  situacao: SITUACOES[venda.estado],
  total: reais(venda.centavos),
  estornado: reais(venda.devolvido),
  tarifas: reais(venda.comissao),
  quantidade: venda.pecas,
  anuncio_id: venda.produto,
  titulo: venda.nome,
  pacote_id: null,
});

/** Reads a window from the newest change back to its beginning, because Feira has no search by date. */
function ordersOf(world: World): Orders {
  const readUntil = ({ accessToken }: Asker, from: number, cursor: string | null) => {
    const { rows, token } = world.vendas(accessToken, cursor);
    const isPast = rows.some(({ mexida }) => mexida < from);
    return { pedidos: rows.map(pedidoOf), cursor: isPast ? null : token };
  };
  return {
    page: async (asker, { from }, cursor) => ({
      ...readUntil(asker, from.getTime(), cursor),
      unread: [],
    }),
    async changes(asker, { since }) {
      const pedidos: Pedido[] = [];
      for (let cursor: string | null = null; ; ) {
        const page = readUntil(asker, since, cursor);
        pedidos.push(...page.pedidos);
        cursor = page.cursor;
        if (cursor !== null) continue;
        const latest = pedidos.map(({ atualizado_em }) => Date.parse(atualizado_em));
        return { pedidos, isWhole: true, since: Math.max(since, ...latest), position: 'never read' };
      }
    },
    async read({ accessToken }, id) {
      const [loja = '', numero = ''] = id.split('/');
      const venda = world.venda(accessToken, loja, numero);
      if (!venda) throw new MarketplaceError('misconfigured');
      return pedidoOf(venda);
    },
  };
}

async function offersOf(world: World, accessToken: string): Promise<Oferta[]> {
  const offers: Oferta[] = [];
  for (let token: string | null = null; ; ) {
    const page = world.ofertas(accessToken, token);
    offers.push(...page.rows);
    token = page.token;
    if (token === null) return offers;
  }
}

function listingsOf(world: World, pictureHosts: readonly string[]): Listings {
  return {
    atOnce: 3,
    pictureHosts,
    async idsPage({ accessToken }, _search, cursor) {
      const { rows, token, total } = world.ofertas(accessToken, cursor);
      return { ids: rows.map(({ codigo }) => codigo), after: () => ({ cursor: token, known: total }) };
    },
    read: async ({ accessToken }, ids, estados) =>
      new Map(ids.map((id) => [id, listingOf(world.oferta(accessToken, id), estados)])),
    category: async (_asker, id) => ({
      nome: id.split(':').at(-1) ?? id,
      caminho: id.replaceAll(':', ' > '),
    }),
  };
}

function listingOf(oferta: Oferta | undefined, estados: readonly string[]): Listing {
  if (!oferta) return { units: [], refusal: 'A oferta saiu da Feira.' };
  const isChosen = estados.includes(oferta.exposta ? 'ativos' : 'pausados');
  const units = Object.entries(oferta.tipos).map(
    ([tipo, { pecas, sku }]): Unit => ({
      anuncio_id: oferta.codigo,
      variacao_id: tipo,
      titulo: oferta.nome,
      variacao: tipo,
      estado: oferta.exposta ? 'ativo' : 'recolhido',
      pausado_por: oferta.exposta ? null : 'vendedor',
      categoria_externa_id: oferta.setor,
      sku,
      sku_proprio: true,
      marca: oferta.marca,
      gtins: [],
      codigos: [],
      preco: reais(oferta.centavos),
      quantidade: pecas,
      is_full: false,
      fotos: oferta.retratos,
      miniatura: oferta.retratos[0] ?? null,
      produto_fisico: null,
      gemeos: [],
      atualizado_em: instant(0),
    }),
  );
  return { units, refusal: isChosen ? null : 'A oferta está recolhida na Feira.' };
}

const EVENTOS = { 'venda.mudou': 'pedidos', 'oferta.mudou': 'anuncios' } as const;

/** Parses messages such as `{ banca: 'loja-7', evento: 'venda.mudou', ref: 'ped-00A1' }`. */
const NOTIFICATIONS: Notifications = {
  secrets: [SECRET],
  addresses: null,
  read(message) {
    const { banca, evento, ref } = message as Record<string, unknown>;
    if (typeof banca !== 'string' || typeof ref !== 'string') return 'form';
    if (evento !== 'venda.mudou' && evento !== 'oferta.mudou') return 'topic';
    if (!/^[a-z]+-\d+$/.test(banca) || !/^[a-z]+-[0-9A-Z]+$/.test(ref)) return 'resource';
    return { sellerId: banca, topico: EVENTOS[evento], recurso: `${banca}/${ref}`, toldAt: null };
  },
  missed: async () => ({ notifications: [], cursor: null }),
};
