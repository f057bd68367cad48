import type { Importacao } from '@prumo/contract/importacoes.ts';
import type { AnuncioProposto } from '@prumo/contract/importacoes-anuncios.ts';
import { expect } from 'vitest';
import { openArquivos } from '#modules/arquivos/arquivos.ts';
import { openBudget } from '#modules/contas/budget.ts';
import { openTokens } from '#modules/contas/tokens.ts';
import { advanceImportacao, importacoesHandlers } from '#modules/importacoes/importacoes.job.ts';
import { openMarketplaces } from '#modules/marketplace/marketplace.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openImages } from '#platform/images/images.ts';
import { openJobs } from '#platform/jobs/jobs.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/secrets/vault.ts';
import type { Client } from './harness.ts';
import type { MercadoLivreApp } from './mercado-livre.ts';

const TODOS = ['ativos', 'pausados', 'encerrados'];

/** Creates sellers with anuncios, and runs the worker's import job one lease at a time. */
export async function importacoesApp(prumo: MercadoLivreApp) {
  const { config, control, openPool, sql, storage } = prumo;
  const db = openPool(6);
  const log = openLog('silent');
  const budget = openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 });
  const marketplaces = openMarketplaces([openMercadoLivre({ config, budget })]);
  const tokens = openTokens({ db, vault: openVault(config.SECRET_KEYS), marketplaces, log });
  const jobs = await openJobs({ url: config.DATABASE_URL, worker: false, log });
  const images = openImages({ patience: config.PATIENCE });
  const parts = {
    ...{ db, tokens, marketplaces, storage, images, jobs, log },
    arquivos: openArquivos({ jobs, mediaUrl: config.MEDIA_URL }),
    quotaBytes: config.IMAGE_QUOTA_BYTES,
  };
  const handlers = importacoesHandlers(parts);
  let sellers = 0;

  const leaseOf = async (id: string) =>
    (await sql('select empresa_id, vez, situacao, passo from importacoes where id = $1', [id]))[0];
  /** Runs the job of a lease as the worker does. Default: the current lease. */
  const run = async (id: string, vez?: number) => {
    const lease = await leaseOf(id);
    const data = { empresa_id: lease?.['empresa_id'], importacao_id: id, vez: vez ?? lease?.['vez'] };
    await handlers.find(({ kind }) => kind.name === advanceImportacao.name)?.run(data as never);
  };

  return {
    parts,
    handlers,
    leaseOf,
    run,
    /** Connects a conta of a new seller with this many anuncios. */
    async aShopWith(options: { anuncios: number; semente?: number; recursos?: string[]; fotos?: number }) {
      sellers += 1;
      const seller = 7_000_000_000 + sellers;
      const { semente = sellers, recursos = [], fotos = 0, anuncios } = options;
      const apelido = `ESTOQUE${sellers}`;
      await control('/vendedores', { id: seller, apelido, semente, anuncios, vendas: 0, recursos, fotos });
      const ana = await prumo.anEmpresa();
      const conta = await prumo.connect(ana, seller);
      expect(conta.statusCode, conta.body).toBe(201);
      return { ana, seller, contaId: String(conta.json().id) };
    },
    /** Starts an importacao and runs its reading until a person has to decide. */
    async read({ ana, contaId }: { ana: Client; contaId: string }, estados = TODOS): Promise<Importacao> {
      const created = await ana.post('/api/importacoes', { conta_id: contaId, estados });
      expect(created.statusCode, created.body).toBe(201);
      await run(created.json().id);
      return (await ana.get(`/api/importacoes/${created.json().id}`)).json();
    },
    /** Accepts every proposal that needs a person's decision. */
    async agree(ana: Client, id: string): Promise<void> {
      const agreed = await ana.put(`/api/importacoes/${id}/anuncios`, { grupo: 'conferir', acao: 'ligar' });
      expect(agreed.statusCode, agreed.body).toBe(200);
    },
    /** Reads all pages of the anuncios that match the query. */
    async anunciosOf(ana: Client, id: string, query = ''): Promise<AnuncioProposto[]> {
      const all: AnuncioProposto[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = (await ana.get(`/api/importacoes/${id}/anuncios?${query}${more}`)).json();
        all.push(...page.itens);
        cursor = page.proximo;
      }
      return all;
    },
    close: async () => {
      await images.close();
      await jobs.close();
    },
  };
}
