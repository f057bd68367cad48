import { BYTES_DO_PEDACO, type Restauracao, restauracoes } from '@prumo/contract/restauracoes.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, beingDeleted, type Explanations, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Storage } from '#platform/outside/storage.ts';
import { pedacoKey } from './file.ts';
import { sendRestauracao } from './restauracoes.job.ts';
import {
  changeSituacao,
  completePedaco,
  insertPedaco,
  insertRestauracao,
  isEmpresaEmpty,
  isLeaving,
  selectRestauracao,
  selectUltima,
} from './restauracoes.queries.ts';

const GONE = { message: 'Esta empresa não existe mais.' };

export const restauracoesExplanations: Explanations = {
  restauracoes_empresa_fkey: GONE,
  restauracoes_situacao_check: { message: 'A restauração não pode ficar assim. Atualize a página.' },
  restauracoes_nome_check: { message: 'O nome do arquivo é longo demais.' },
  restauracao_pedacos_empresa_fkey: GONE,
  restauracao_pedacos_restauracao_fkey: { message: 'Esta restauração não existe mais.' },
  autores_empresa_fkey: GONE,
  autores_nome_check: { message: 'O nome de uma pessoa do arquivo é longo demais.' },
};

const MISSING = 'Restauração não encontrada.';
const NOT_EMPTY =
  'Esta empresa já tem registros. A restauração só funciona em uma empresa vazia: crie outra empresa e restaure nela.';
const UNDER_WAY = 'Já há uma restauração em andamento. Termine-a ou cancele-a.';
/** What the tables of a file may add to its photos, which the quota bounds. */
const BYTES_BESIDES_PHOTOS = 4 * 1024 ** 3;

const conflict = (message: string) => new AppError('conflict', message);

interface Parts {
  jobs: Pick<Jobs, 'enqueue'>;
  storage: Storage;
  quotaBytes: number;
}

export function restauracoesRoutes(app: App, { jobs, storage, quotaBytes }: Parts): void {
  const shown = async (tx: TenantDb, id: string) => found(await selectRestauracao(tx, id), MISSING);
  const refuseUsed = async (tx: TenantDb) => {
    if (await isLeaving(tx)) throw beingDeleted();
    if (!(await isEmpresaEmpty(tx))) throw conflict(NOT_EMPTY);
  };

  app.route({
    ...restauracoes.status,
    handler: (req) =>
      req.read(async (tx) => {
        const [vazia, ultima] = await Promise.all([isEmpresaEmpty(tx), selectUltima(tx)]);
        return { vazia, ultima: ultima ?? null };
      }),
  });

  app.route({
    ...restauracoes.create,
    handler: (req) =>
      req.write(async (tx) => {
        if (req.body.bytes > quotaBytes + BYTES_BESIDES_PHOTOS)
          throw conflict('Este arquivo é maior que o espaço da empresa. Fale com o suporte.');
        await refuseUsed(tx);
        const id = await insertRestauracao(tx, req.body);
        if (id === undefined) throw conflict(UNDER_WAY);
        return shown(tx, id);
      }),
  });

  app.route({
    ...restauracoes.send,
    handler: async (req) => {
      const { id } = req.params;
      const { restauracao, pedaco, empresaId } = await req.prepare(async (tx) => {
        const now = await shown(tx, id);
        if (now.situacao !== 'enviando') throw conflict('Este envio já terminou.');
        const numero = req.query.numero ?? now.pedacos;
        const isOld = numero < now.pedacos;
        const { byteLength: bytes } = bodyOf(req.body);
        if (!isOld) refuseWrong(now, numero, bytes);
        const made = isOld ? null : { id: await insertPedaco(tx, id, { numero, bytes }), numero };
        return { restauracao: now, pedaco: made, empresaId: tx.empresaId };
      });
      if (pedaco === null) return restauracao;
      await storage.put(pedacoKey(empresaId, id, pedaco.id), bodyOf(req.body), 'application/octet-stream');
      return req.prepare(async (tx) => {
        await completePedaco(tx, id, pedaco);
        return shown(tx, id);
      });
    },
  });

  app.route({
    ...restauracoes.start,
    handler: (req) =>
      req.write(async (tx) => {
        const now = await shown(tx, req.params.id);
        if (now.pedacos < Math.ceil(now.bytes / BYTES_DO_PEDACO))
          throw conflict('O arquivo ainda não chegou inteiro.');
        await refuseUsed(tx);
        if (!(await changeSituacao(tx, now.id, { from: ['enviando'], to: 'conferindo' })))
          throw conflict('Esta restauração já começou ou terminou.');
        await sendRestauracao(tx, jobs, now.id);
        return shown(tx, now.id);
      }),
  });

  app.route({
    ...restauracoes.cancel,
    handler: (req) =>
      req.write(async (tx) => {
        await shown(tx, req.params.id);
        if (!(await changeSituacao(tx, req.params.id, { from: ['enviando', 'conferindo'], to: 'cancelada' })))
          throw conflict('Esta restauração já começou a gravar ou terminou.');
        return shown(tx, req.params.id);
      }),
  });
}

function bodyOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.byteLength > 0) return body;
  throw new AppError('invalid', 'Este pedaço está vazio.');
}

/** Refuses a piece out of order or of another size than its place in the file. */
function refuseWrong({ pedacos, bytes }: Restauracao, numero: number, size: number): void {
  if (numero !== pedacos) throw conflict(`O próximo pedaço é o ${pedacos}.`);
  if (size !== Math.min(BYTES_DO_PEDACO, bytes - numero * BYTES_DO_PEDACO))
    throw new AppError('invalid', 'Este pedaço tem outro tamanho. Escolha o arquivo de novo.');
}
