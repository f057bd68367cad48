import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Access, Database } from '#platform/db/db.ts';
import { lastingAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Log } from '#platform/log.ts';
import { publicKey, type Storage, trashKey } from '#platform/outside/storage.ts';
import { bytesOf, directoryEnd, directoryEntry } from '#platform/zip/zip-write.ts';
import {
  type Contagem,
  completeParte,
  finishExportacao,
  type Held,
  insertParte,
  type Parte,
  selectHeld,
  selectPartes,
  skipRows,
  startTables,
} from './exportacoes.queries.ts';
import { FORMATO, nomeDaFoto, nomeDoPedaco, PESSOAS, TABELAS, type Tabela } from './layout.ts';
import { csvMember, jsonMember, type MadeMember, parteKey, photoMember } from './parts.ts';
import {
  countRows,
  type Foto,
  type Linha,
  selectEmpresa,
  selectFotos,
  selectLotesDepois,
  selectPagina,
  selectPessoas,
} from './read.queries.ts';

export interface ExportParts {
  db: Database;
  storage: Storage;
  log: Log;
}

export interface Run extends ExportParts {
  empresaId: string;
  id: string;
  /** Enqueues the next job of this exportacao. */
  sendOn(tx: TenantDb): Promise<void>;
}

/** After this time the job ends and enqueues the next one, so that other empresas get their turn. */
const RUN_MS = 45_000;
const HORIZON_POLL_MS = 100;
const PAGE_ROWS = 2000;
/** A member ends at this number of rows or characters, which bounds the memory of the worker. */
const MEMBER_ROWS = 10_000;
const MEMBER_CHARS = 8_000_000;
const PHOTOS_BYTES = 4_000_000;
const PHOTOS_AT_ONCE = 50;
const MANIFEST_PARTS = 200;

/** The stages of an exportacao: the tables, with two small files before them and the photos and the manifest after. */
const STAGES = ['empresa', 'pessoas', ...TABELAS.map(({ nome }) => nome), 'fotos', 'manifesto'];
const stageAfter = (stage: string) => STAGES[STAGES.indexOf(stage) + 1] ?? '';

/** The position within a stage, as the row stores it. */
interface Position {
  chave: string[] | null;
  numero: number;
}
const positionOf = ({ depois_de }: Held): Position =>
  depois_de === '' ? { chave: null, numero: 1 } : (JSON.parse(depois_de) as Position);

/** The members of the next part and the position after it. `next` is null at the end of the stage. */
interface Step {
  made: MadeMember[];
  next: Position | null;
  feitos: number;
}

/** Thrown inside a transaction to roll it back: the exportacao was cancelled, or another worker is ahead. */
class Lost extends Error {
  override readonly name = 'Lost';
}

/**
 * Writes parts until the exportacao is complete or the time of the run is over. A job can be killed at any line: the next
 * one goes on after the last complete part.
 */
export async function advance(run: Run): Promise<void> {
  const { db, id, empresaId, log } = run;
  const access = lastingAccess(empresaId);
  const until = Date.now() + RUN_MS;
  try {
    for (;;) {
      const held = await db.read(access, (tx) => selectHeld(tx, id));
      if (!held) return;
      if (held.tabela === '') await startOrWait(run, access, held);
      else if (held.tabela === 'manifesto') return await writeManifest(run, access, held);
      else await writePart(run, access, held);
      if (Date.now() > until) return await db.write(access, run.sendOn);
    }
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    log.info({ exportacao: id }, 'exportacao cancelled, or written by another worker');
  }
}

/** Waits until no transaction from before the cut is under way. Then finds the lotes on both sides of the cut. */
async function startOrWait({ db, id }: Run, access: Access, held: Held): Promise<void> {
  if (!held.passou) return void (await wait(HORIZON_POLL_MS));
  const lotes = await db.read(access, (tx) => selectLotesDepois(tx, held.corte));
  const contagem: Contagem = {};
  for (const [ordem, { nome }] of [...TABELAS, { nome: 'fotos' }].entries()) {
    const total = await db.read(access, (tx) =>
      countRows(tx, { nome: nome === 'fotos' ? 'arquivos' : nome }),
    );
    contagem[nome] = { feitos: 0, total, ordem };
  }
  const tabela = STAGES[0] as string;
  if (!(await db.write(access, (tx) => startTables(tx, id, { lotes, contagem, tabela })))) throw new Lost();
}

async function writePart(run: Run, access: Access, held: Held): Promise<void> {
  const { tabela: stage, partes: ordem } = held;
  const { made, next, feitos } = await nextStep(run, access, held);
  const tabela = next ? stage : stageAfter(stage);
  const depoisDe = next ? JSON.stringify(next) : '';
  if (made.length === 0) {
    if (!(await run.db.write(access, (tx) => skipRows(tx, run.id, { held, tabela, depoisDe }))))
      throw new Lost();
    return;
  }
  const counted = held.contagem[stage];
  const contagem = counted
    ? { ...held.contagem, [stage]: { ...counted, feitos: counted.feitos + feitos } }
    : held.contagem;
  await store(run, access, { ordem, made, tabela, depoisDe, contagem });
}

interface NewPart {
  ordem: number;
  made: readonly MadeMember[];
  tabela: string;
  depoisDe: string;
  contagem: Contagem;
}

/** Announces the part, stores its object, and completes it together with the position. */
async function store(run: Run, access: Access, part: NewPart, finish?: (tx: TenantDb) => Promise<unknown>) {
  const { db, storage, empresaId, id } = run;
  const parteId = await db.write(access, (tx) => insertParte(tx, id, part.ordem));
  const bytes = Buffer.concat(part.made.map((each) => each.bytes));
  await storage.put(parteKey(empresaId, id, parteId), bytes, 'application/octet-stream');
  const membros = part.made.map(({ member }) => member);
  await db.write(access, async (tx) => {
    if (!(await completeParte(tx, id, { ...part, parteId, bytes: bytes.byteLength, membros })))
      throw new Lost();
    await finish?.(tx);
  });
}

async function nextStep(run: Run, access: Access, held: Held): Promise<Step> {
  const { db } = run;
  const at = new Date(held.corte);
  const corte = { corte: held.corte, lotes: held.lotes_depois ?? [] };
  if (held.tabela === 'empresa') {
    const empresa = await db.read(access, (tx) => selectEmpresa(tx, corte));
    return { made: [await jsonMember('empresa.json', empresa, at)], next: null, feitos: 1 };
  }
  if (held.tabela === 'pessoas') {
    const linhas = await db.read(access, (tx) => selectPessoas(tx));
    return { made: [await csvMember('pessoas.csv', PESSOAS, linhas, at)], next: null, feitos: linhas.length };
  }
  if (held.tabela === 'fotos') return photos(run, access, held);
  const tabela = TABELAS.find(({ nome }) => nome === held.tabela) as Tabela;
  const position = positionOf(held);
  const linhas: Linha[] = [];
  let { chave } = position;
  for (let chars = 0; linhas.length < MEMBER_ROWS && chars < MEMBER_CHARS; ) {
    const from = chave;
    const page = await db.read(access, (tx) =>
      selectPagina(tx, tabela, { corte, depois: from, limit: PAGE_ROWS }),
    );
    for (const linha of page.linhas) chars += linha.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
    linhas.push(...page.linhas);
    chave = page.ate;
    if (chave === null) break;
  }
  // The first member of a table is written even without rows: its line of column names shows that the table is empty.
  const isEmpty = linhas.length === 0 && position.numero > 1;
  const nome = nomeDoPedaco(tabela.nome, position.numero);
  const made = isEmpty ? [] : [await csvMember(nome, tabela.colunas, linhas, at)];
  return { made, next: chave && { chave, numero: position.numero + 1 }, feitos: linhas.length };
}

/** Copies photos into the part, because a photo that is removed before the download leaves the store. */
async function photos({ db, storage, empresaId, log }: Run, access: Access, held: Held): Promise<Step> {
  const depois = positionOf(held).chave?.[0] ?? '00000000-0000-0000-0000-000000000000';
  const fotos = await db.read(access, (tx) =>
    selectFotos(tx, { corte: held.corte, depois, limit: PHOTOS_AT_ONCE }),
  );
  const made: MadeMember[] = [];
  let bytes = 0;
  let last: Foto | undefined;
  for (const foto of fotos) {
    if (bytes > PHOTOS_BYTES) break;
    last = foto;
    const content = await readPhoto(storage, empresaId, foto.id);
    if (content === null) {
      log.warn({ arquivo: foto.id }, 'a photo of an exportacao is not in the store');
      continue;
    }
    bytes += content.byteLength;
    made.push(await photoMember(nomeDaFoto(foto.id), content, new Date(held.corte)));
  }
  const isOver = last === undefined || (last === fotos.at(-1) && fotos.length < PHOTOS_AT_ONCE);
  return { made, next: isOver || !last ? null : { chave: [last.id], numero: 1 }, feitos: made.length };
}

/** A photo may move to the trash or back while it is read, so the public key is tried twice. */
async function readPhoto(storage: Storage, empresaId: string, id: string): Promise<Buffer | null> {
  const open = publicKey(empresaId, id);
  for (const key of [open, trashKey(empresaId, id), open]) {
    const found = await storage.read(key);
    if (found) return buffer(found.stream);
  }
  return null;
}

/** Writes the manifest, which lists every member with its checksum, and makes the file ready. */
async function writeManifest(run: Run, access: Access, held: Held): Promise<void> {
  const at = new Date(held.corte);
  const membros: { nome: string; bytes: number; sha256: string; linhas?: number }[] = [];
  for await (const { membros: some } of partesOf(run, access))
    for (const { nome, bytes, sha256, linhas } of some)
      membros.push({ nome, bytes, sha256, ...(linhas !== undefined && { linhas }) });
  const manifest = await jsonMember(
    'manifest.json',
    {
      formato: FORMATO,
      produto: 'Prumo',
      empresa_id: run.empresaId,
      corte: at.toISOString(),
      tabelas: Object.fromEntries(TABELAS.map(({ nome, como }) => [nome, { como }])),
      membros,
    },
    at,
  );
  let directory = directoryEntry(manifest.member, held.bytes, at).byteLength;
  let entries = 1;
  let offset = 0;
  for await (const { membros: some, bytes } of partesOf(run, access)) {
    let position = offset;
    for (const each of some) {
      directory += directoryEntry(each, position, at).byteLength;
      position += bytesOf(each);
    }
    entries += some.length;
    offset += bytes;
  }
  const end = held.bytes + manifest.bytes.byteLength;
  const tail = directoryEnd({ entries, bytes: directory, offset: end }).byteLength;
  const part = { made: [manifest], tabela: '', depoisDe: '', contagem: held.contagem, ordem: held.partes };
  await store(run, access, part, (tx) => finishExportacao(tx, run.id, end + directory + tail));
}

async function* partesOf({ db, id }: Run, access: Access): AsyncGenerator<Parte> {
  for (let ordem = 0; ; ordem += MANIFEST_PARTS) {
    const from = ordem;
    const some = await db.read(access, (tx) => selectPartes(tx, id, from, MANIFEST_PARTS));
    yield* some;
    if (some.length < MANIFEST_PARTS) return;
  }
}
