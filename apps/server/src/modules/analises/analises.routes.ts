import { type Analise, type AnalisePedida, analises } from '@prumo/contract/analises.ts';
import type { FastifyRequest } from 'fastify';
import type { Marketplaces, Words } from '#modules/marketplace/marketplace.ts';
import { startSync } from '#modules/pedidos/pedidos.job.ts';
import { type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import {
  type ContaAnalisada,
  countUnread,
  countWithoutRefunds,
  selectContaAnalisada,
  selectPeriod,
} from './analises.queries.ts';
import { selectBestSellers } from './best-sellers.queries.ts';
import type { Periodo } from './periodo.queries.ts';
import type { Sellers } from './seller.ts';

const GONE = { message: 'Esta empresa não existe mais.' };

export const analisesExplanations: Explanations = {
  pedidos_empresa_fkey: GONE,
  pedidos_situacao_check: { message: 'O pedido veio em uma situação que não conhecemos.' },
  pedidos_dia_empresa_fkey: GONE,
  pedidos_anuncio_dia_empresa_fkey: GONE,
  pedidos_anuncio_bloco_empresa_fkey: GONE,
  pedidos_anuncio_empresa_fkey: GONE,
  pedidos_sincronia_empresa_fkey: GONE,
  pedidos_atraso_empresa_fkey: GONE,
  pedidos_sincronia_conta_fkey: { message: 'Esta conta não existe mais.' },
};

const MISSING = 'Conta não encontrada. Ela pode ter sido desconectada.';
const silent = ({ o }: Words) =>
  `${o} não está respondendo sobre as vendas. Elas continuam a chegar sozinhas, e até lá podem faltar algumas.`;
const withoutRefunds = ({ o }: Words, pedidos: number) =>
  `${o} ainda não informou o que foi devolvido em ${pedidos === 1 ? 'um pedido' : `${pedidos} pedidos`} deste período: os estornos podem ser maiores. Use Atualizar Dados daqui a pouco.`;

const unreadable = (words: Words, pedidos: number) =>
  `${pedidos === 1 ? 'Um pedido' : `${pedidos} pedidos`} deste período ${pedidos === 1 ? 'veio' : 'vieram'} ${words.do} de um jeito que não conseguimos ler, e não ${pedidos === 1 ? 'está' : 'estão'} nos totais. Confira ${words.no}; tentamos de novo sozinhos.`;

export function analisesRoutes(
  app: App,
  parts: { jobs: Pick<Jobs, 'enqueue'>; sellers: Sellers; marketplaces: Marketplaces },
): void {
  const { jobs, sellers, marketplaces } = parts;
  app.route({
    ...analises.create,
    handler: async (req) => {
      const contaId = req.body.accountId;
      const read = async () => found(await req.read((tx) => selectContaAnalisada(tx, contaId)), MISSING);
      let conta = await read();
      const { empresaId, marketplace, sellerId } = conta;
      const { words } = marketplaces.of(marketplace);
      if (conta.atrasada && conta.situacao === 'ativa') {
        await req.prepare((tx) => startSync(tx, jobs, { marketplace, sellerId, contaId }));
        conta = await read();
      }
      const [{ aviso, ...seller }, { semEstorno, ilegiveis, ...sales }] = await Promise.all([
        sellers({ empresaId, contaId, marketplace, sellerId }),
        readSales(req, conta),
      ]);
      return {
        ...sales,
        ...seller,
        sincronia: {
          em_andamento: conta.em_andamento ?? false,
          sincronizado_ate: conta.sincronizado_ate,
          completo_desde: conta.completo_desde,
          historico_desde: conta.historico_desde,
        },
        avisos: [
          ...(conta.sem_permissao ? [words.forbidden.orders] : []),
          ...(conta.falha_desde === null ? [] : [silent(words)]),
          ...(ilegiveis > 0 ? [unreadable(words, ilegiveis)] : []),
          ...(semEstorno > 0 ? [withoutRefunds(words, semEstorno)] : []),
          ...(aviso === null ? [] : [aviso]),
        ],
      };
    },
  });
}

type Sales = Pick<Analise, 'revenue' | 'revenue_before' | 'dias' | 'dias_antes' | 'mais_vendidos'> & {
  /** The number of pedidos with an unknown refund. */
  semEstorno: number;
  /** The number of pedidos that could not be read. */
  ilegiveis: number;
};

/** Reads the sales from our database, without a call to the marketplace. */
async function readSales(
  { body, read }: { body: AnalisePedida; read: FastifyRequest['read'] },
  { marketplace, sellerId, completo_desde, sem_permissao }: ContaAnalisada,
): Promise<Sales> {
  if (sem_permissao || completo_desde === null) return NO_SALES;
  const [from, to] = [new Date(body.dateFrom), new Date(body.dateTo)];
  const before = new Date(2 * from.getTime() - to.getTime());
  const period = (start: Date, end: Date): Periodo => ({
    seller: { marketplace, sellerId },
    from: start.toISOString(),
    to: end.toISOString(),
  });
  return read(async (tx) => {
    const [now, then, mais_vendidos, semEstorno, ilegiveis] = await Promise.all([
      selectPeriod(tx, period(from, to)),
      before >= new Date(completo_desde) ? selectPeriod(tx, period(before, from)) : null,
      selectBestSellers(tx, period(from, to)),
      countWithoutRefunds(tx, period(from, to)),
      countUnread(tx, period(from, to)),
    ]);
    return {
      revenue: now.revenue,
      revenue_before: then?.revenue ?? null,
      dias: now.dias,
      dias_antes: then?.dias ?? [],
      mais_vendidos,
      semEstorno,
      ilegiveis,
    };
  });
}

const NO_SALES: Sales = {
  revenue: null,
  revenue_before: null,
  dias: [],
  dias_antes: [],
  mais_vendidos: [],
  semEstorno: 0,
  ilegiveis: 0,
};
