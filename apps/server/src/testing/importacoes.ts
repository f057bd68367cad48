import type { AnuncioProposto } from '@prumo/contract/anuncios.ts';
import type { Importacao } from '@prumo/contract/importacoes.ts';
import { expect } from 'vitest';
import { openArquivos } from '#modules/arquivos/arquivos.ts';
import { openBudget } from '#modules/contas/budget.ts';
import { openTokens } from '#modules/contas/tokens.ts';
import { advanceImportacao, importacoesHandlers } from '#modules/importacoes/importacoes.job.ts';
import { openMercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import { openDatabase } from '#platform/db.ts';
import { openImages } from '#platform/images.ts';
import { openJobs } from '#platform/jobs.ts';
import { openLog } from '#platform/log.ts';
import { openVault } from '#platform/vault.ts';
import type { Client } from './harness.ts';
import type { MercadoLivreApp } from './mercado-livre.ts';

const TODOS = ['ativos', 'pausados', 'encerrados'];

/** Sellers with anuncios, and the work of the worker a turn at a time. */
export async function importacoesApp(prumo: MercadoLivreApp) {
  const { config, control, sql, storage } = prumo;
  const db = openDatabase({ url: config.DATABASE_URL, pool: 6, onError: () => {} });
  const log = openLog('silent');
  const budget = openBudget({ db, marketplace: 'mercado-livre', perSecond: 10_000 });
  const marketplace = openMercadoLivre({ config, budget });
  const { client } = marketplace;
  const tokens = openTokens({ db, vault: openVault(config.SECRET_KEYS), marketplace, log });
  const jobs = await openJobs({ url: config.DATABASE_URL, worker: false, log });
  const images = openImages();
  const parts = {
    ...{ db, tokens, client, storage, images, jobs, log },
    arquivos: openArquivos({ jobs, mediaUrl: config.MEDIA_URL }),
    pictureHosts: config.MERCADO_LIVRE_PICTURE_HOSTS,
    quotaBytes: config.IMAGE_QUOTA_BYTES,
  };
  const handlers = importacoesHandlers(parts);
  let sellers = 0;

  const turnOf = async (id: string) =>
    (await sql('select empresa_id, vez, situacao, passo from importacoes where id = $1', [id]))[0];
  /** As the worker does it when the job of this turn comes. */
  const run = async (id: string, vez?: number) => {
    const turn = await turnOf(id);
    const data = { empresa_id: turn?.['empresa_id'], importacao_id: id, vez: vez ?? turn?.['vez'] };
    await handlers.find(({ kind }) => kind.name === advanceImportacao.name)?.run(data as never);
  };

  return {
    parts,
    handlers,
    turnOf,
    run,
    /** A conta of a seller with so many anuncios. */
    async aShopWith(options: { anuncios: number; semente?: number; recursos?: string[]; fotos?: number }) {
      sellers += 1;
      const seller = 7_000_000_000 + sellers;
      const { semente = sellers, recursos = [], fotos = 0, anuncios } = options;
      const apelido = `ESTOQUE${sellers}`;
      await control('/vendedores', { id: seller, apelido, semente, anuncios, vendas: 0, recursos, fotos });
      const ana = await prumo.aSellerPerson();
      const conta = await prumo.connect(ana, seller);
      expect(conta.statusCode, conta.body).toBe(201);
      return { ana, seller, contaId: String(conta.json().id) };
    },
    /** Reads the anuncios of a conta until a person is to decide. */
    async read({ ana, contaId }: { ana: Client; contaId: string }, estados = TODOS): Promise<Importacao> {
      const created = await ana.post('/api/importacoes', { conta_id: contaId, estados });
      expect(created.statusCode, created.body).toBe(201);
      await run(created.json().id);
      return (await ana.get(`/api/importacoes/${created.json().id}`)).json();
    },
    /** A person agrees to all that is not sure. */
    async agree(ana: Client, id: string): Promise<void> {
      const agreed = await ana.put(`/api/importacoes/${id}/anuncios`, { grupo: 'conferir', acao: 'ligar' });
      expect(agreed.statusCode, agreed.body).toBe(200);
    },
    /** All of a group, page after page. */
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
      await db.close();
    },
  };
}
