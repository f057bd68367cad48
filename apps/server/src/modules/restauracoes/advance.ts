import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import { nomeDaFoto } from '#modules/exportacoes/layout.ts';
import type { Access, Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Images } from '#platform/images/images.ts';
import type { Log } from '#platform/log.ts';
import type { Storage } from '#platform/outside/storage.ts';
import { UnreadableZip } from '#platform/zip/zip-read.ts';
import { columnsOf, type OpenFile, openFile, rowsOf, tableOf } from './file.ts';
import { authorOf, concerns, type Owner, ownRow } from './own-rows.ts';
import { restorePhotos } from './photos.ts';
import {
  type Contagem,
  changeSituacao,
  type HeldRestauracao,
  isEmpresaEmpty,
  movePosition,
  selectHeld,
  selectPedacos,
} from './restauracoes.queries.ts';
import { contagemOf, type Step, stepsOf } from './steps.ts';
import { countDisagreeing, insertAutores, insertRegistros, type Registro } from './write.queries.ts';

export interface RestoreParts {
  db: Database;
  storage: Storage;
  images: Images;
  arquivos: Pick<Arquivos, 'urlOf'>;
  quotaBytes: number;
  log: Log;
}

export interface Run extends RestoreParts, Owner {
  sendOn(tx: TenantDb): Promise<void>;
}

/** After this time the job ends and enqueues the next one, so that other empresas get their turn. */
const RUN_MS = 45_000;
const ROWS_AT_ONCE = 1000;

/** Thrown inside a transaction to roll it back: the restauracao has ended, or another worker is ahead. */
class Lost extends Error {
  override readonly name = 'Lost';
}

/**
 * Checks the whole file, then writes it, until all is done or the time of the run is over. A job can be killed at any
 * line: each transaction moves the position together with the rows it writes.
 */
export async function advance(run: Run): Promise<void> {
  const { db, storage, empresaId, id } = run;
  const system = systemAccess(empresaId);
  const until = Date.now() + RUN_MS;
  const first = await db.read(system, (tx) => selectHeld(tx, id));
  if (!first) return;
  // The history names the person who restores as the author of the new rows.
  const access: Access = { sessionHash: null, empresaId, userId: first.user_id };
  try {
    const pedacos = await db.read(access, (tx) => selectPedacos(tx, id));
    const file = await openFile({ storage, empresaId, id, bytes: first.bytes, pedacos });
    const steps = stepsOf(file);
    const photos = new Set(file.membros.map(({ nome }) => nome));
    const hasPhoto = (arquivo: string) => photos.has(nomeDaFoto(arquivo));
    for (;;) {
      const held = await db.read(access, (tx) => selectHeld(tx, id));
      if (!held) return;
      if (held.situacao === 'conferindo') await check(run, access, { file, held });
      else if (held.membro < steps.length)
        await writeStep({ ...run, hasPhoto }, access, { file, held, steps });
      else return await end(run, access, { to: 'concluida', aviso: null });
      if (Date.now() > until) return await db.write(access, run.sendOn);
    }
  } catch (error) {
    if (error instanceof Lost) return;
    const aviso = sentenceOf(error);
    if (aviso === null) throw error;
    run.log.warn({ restauracao: id, err: error }, 'restauracao refused');
    await end(run, access, { to: 'recusada', aviso });
  }
}

/** Ends the restauracao. A refusal after the first written row is a failure, because a part of the records is there. */
async function end({ db, id }: Run, access: Access, { to, aviso }: { to: string; aviso: string | null }) {
  await db.write(access, async (tx) => {
    if (to === 'concluida') return changeSituacao(tx, id, { from: ['restaurando'], to });
    const more = ' Uma parte já foi gravada: crie outra empresa e restaure nela.';
    if (await changeSituacao(tx, id, { from: ['conferindo'], to: 'recusada', aviso })) return true;
    return changeSituacao(tx, id, { from: ['restaurando'], to: 'falhou', aviso: `${aviso}${more}` });
  });
}

const CONSTRAINT = /^2[23]/;

/** The sentence of an error that no repetition resolves, and null for any other. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof UnreadableZip) return error.message;
  const { code = '', table } = Object(error) as { code?: string; table?: string };
  if (typeof code !== 'string' || !CONSTRAINT.test(code) || !(error instanceof Error)) return null;
  return `O banco de dados recusou um registro${table ? ` de ${table}` : ''}. O arquivo foi alterado ou a empresa não estava vazia.`;
}

interface Work {
  file: OpenFile;
  held: HeldRestauracao;
}

/** Reads one member and compares its checksum and every cell. After the last one the writing begins. */
async function check({ db, id, quotaBytes }: Run, access: Access, { file, held }: Work): Promise<void> {
  const listed = file.membros[held.membro];
  const move = async (to: { situacao: string; membro: number }, contagem: Contagem) => {
    const moved = await db.write(access, async (tx) => {
      if (to.situacao === 'restaurando' && !(await isEmpresaEmpty(tx)))
        throw new UnreadableZip('A empresa já tem registros. Restaure em uma empresa vazia.');
      return movePosition(tx, id, { from: held, to: { ...to, linha: 0 }, contagem });
    });
    if (!moved) throw new Lost();
  };
  if (!listed) {
    const photos = file.membros.filter(({ nome }) => tableOf(nome) === 'fotos');
    if (photos.reduce((sum, { bytes }) => sum + bytes, 0) > quotaBytes)
      throw new UnreadableZip('As fotos do arquivo não cabem no espaço para imagens da empresa.');
    return move({ situacao: 'restaurando', membro: 0 }, contagemOf(file));
  }
  const content = await file.read(listed.nome);
  if (listed.nome.endsWith('.csv')) {
    let rows = 0;
    for (const _row of rowsOf(listed.nome, content)) rows++;
    if (rows !== listed.linhas) throw new UnreadableZip(`Faltam ou sobram linhas em ${listed.nome}.`);
  }
  const counted = held.contagem['arquivo'] ?? { feitos: 0, total: file.membros.length, ordem: 0 };
  await move(
    { situacao: 'conferindo', membro: held.membro + 1 },
    { arquivo: { ...counted, feitos: held.membro + 1 } },
  );
}

async function writeStep(run: Run, access: Access, { file, held, steps }: Work & { steps: readonly Step[] }) {
  const { db } = run;
  const { passo, nome } = steps[held.membro] as Step;
  const tabela = tableOf(nome);
  if (passo === 'fotos') {
    const done = await restorePhotos(run, access, { file, steps: steps.slice(held.membro) });
    await db.write(access, (tx) =>
      move(tx, run, { held, tabela, to: { membro: held.membro + done, linha: 0 }, feitos: done }),
    );
    return;
  }
  let now = held;
  for (const some of chunksOf(rowsOf(nome, await file.read(nome)), held.linha)) {
    const before = now;
    now = await db.write(access, async (tx) => {
      const feitos = await writeRows(tx, run, { passo, rows: some });
      const to = { membro: before.membro, linha: before.linha + some.length };
      return move(tx, run, { held: before, tabela, to, feitos });
    });
  }
  const end = { held: now, tabela, to: { membro: now.membro + 1, linha: 0 }, feitos: 0 };
  await db.write(access, (tx) => move(tx, run, end));
}

/** The rows after the first `done` ones, some at a time, so that memory holds one chunk of records. */
function* chunksOf(rows: Iterable<Registro>, done: number): Generator<Registro[]> {
  let skipped = 0;
  let chunk: Registro[] = [];
  for (const row of rows) {
    if (skipped < done) {
      skipped++;
      continue;
    }
    chunk.push(row);
    if (chunk.length < ROWS_AT_ONCE) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

interface Moved {
  held: HeldRestauracao;
  tabela: string;
  to: { membro: number; linha: number };
  feitos: number;
}

/** Moves the position in the transaction that wrote the rows before it, and returns the new position. */
async function move(
  tx: TenantDb,
  { id }: Run,
  { held, tabela, to, feitos }: Moved,
): Promise<HeldRestauracao> {
  const counted = held.contagem[tabela];
  const contagem = counted
    ? { ...held.contagem, [tabela]: { ...counted, feitos: counted.feitos + feitos } }
    : held.contagem;
  if (!(await movePosition(tx, id, { from: held, to: { situacao: 'restaurando', ...to }, contagem })))
    throw new Lost();
  return { ...held, ...to, contagem };
}

/** Writes some rows of a table and returns how many of them the step concerns. */
async function writeRows(
  tx: TenantDb,
  run: Run,
  { passo, rows }: { passo: string; rows: readonly Registro[] },
): Promise<number> {
  if (passo === 'pessoas') {
    await insertAutores(
      tx,
      rows.map((row) => ({
        id: authorOf(run.id, row['id']),
        nome: String(row['nome'] ?? row['email'] ?? 'Pessoa sem nome'),
      })),
    );
    return rows.length;
  }
  const tabela = passo === 'subcategorias' ? 'categorias' : passo;
  const registros = rows.filter((row) => concerns(passo, row)).map((row) => ownRow(run, tabela, row));
  if (passo === 'produto_deposito' && (await countDisagreeing(tx, registros)) > 0)
    throw new UnreadableZip('O estoque de um produto não é a soma de seus movimentos.');
  if (registros.length > 0)
    await insertRegistros(tx, tabela, { colunas: columnsOf(tabela).map(({ nome }) => nome), registros });
  return tabela === 'historico' ? rows.length : registros.length;
}
