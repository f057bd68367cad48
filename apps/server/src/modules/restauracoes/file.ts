import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { BYTES_DO_PEDACO } from '@prumo/contract/restauracoes.ts';
import * as z from 'zod';
import { type Coluna, FORMATO, PESSOAS, TABELAS, type Tipo } from '#modules/exportacoes/layout.ts';
import { AppError } from '#platform/errors.ts';
import { readCsv } from '#platform/http/csv.ts';
import type { Storage } from '#platform/outside/storage.ts';
import { type OpenZip, openZip, UnreadableZip } from '#platform/zip/zip-read.ts';

/** The key of a piece of an upload in the store. No public address reaches it. */
export const pedacoKey = (empresaId: string, restauracaoId: string, pedacoId: string) =>
  `restauracoes/${empresaId}/${restauracaoId}/${pedacoId}`;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TABLES = TABELAS.map(({ nome }) => nome).join('|');
const NAME = new RegExp(
  `^(manifest\\.json|empresa\\.json|pessoas\\.csv|(${TABLES})/\\d{6}\\.csv|fotos/${UUID}\\.webp)$`,
);

/** The limits of a ZIP. A member that the product writes has at most about 10 MB, and text packs about tenfold. */
const LIMITS = {
  entries: 500_000,
  memberBytes: 32 * 1024 * 1024,
  ratio: 500,
  isName: (nome: string) => NAME.test(nome),
};

/** The tables whose partitions follow the time in the ids. */
const IN_PARTITIONS = new Set(['historico', 'movimentos_estoque']);
const DAY_MS = 86_400_000;

/** The time in a UUID of version 7, in milliseconds. */
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

const Manifest = z.object({
  formato: z.int(),
  membros: z.array(
    z.object({ nome: z.string(), bytes: z.int(), sha256: z.string(), linhas: z.int().optional() }),
  ),
});
type Listed = z.infer<typeof Manifest>['membros'][number];

export interface OpenFile {
  /** The members that the manifest lists, in its order. */
  membros: readonly Listed[];
  /** Reads a member and compares it with its checksum. */
  read(nome: string): Promise<Buffer>;
}

interface Source {
  storage: Storage;
  empresaId: string;
  id: string;
  bytes: number;
  pedacos: readonly { id: string }[];
}

/** Opens the uploaded ZIP and compares its members with its manifest. */
export async function openFile({ storage, empresaId, id, bytes, pedacos }: Source): Promise<OpenFile> {
  const zip = await openZip(
    {
      bytes,
      pieceBytes: BYTES_DO_PEDACO,
      async read(n) {
        const found = await storage.read(pedacoKey(empresaId, id, pedacos[n]?.id ?? ''));
        if (!found) throw new AppError('unavailable', 'Um pedaço do arquivo não está guardado.');
        return buffer(found.stream);
      },
    },
    LIMITS,
  );
  const { membros } = await manifestOf(zip);
  const listed = new Map(membros.map((each) => [each.nome, each]));
  if (listed.size !== zip.members.size - 1 || membros.some(({ nome }) => !zip.members.has(nome)))
    throw new UnreadableZip('O ZIP tem outros arquivos que os do seu manifest.json. Envie o original.');
  return {
    membros,
    async read(nome) {
      const content = await zip.read(nome);
      if (createHash('sha256').update(content).digest('hex') !== listed.get(nome)?.sha256)
        throw new UnreadableZip(`O arquivo ${nome} não é o original. Envie o ZIP como o Prumo o gerou.`);
      return content;
    },
  };
}

async function manifestOf(zip: OpenZip): Promise<z.infer<typeof Manifest>> {
  const text = (await zip.read('manifest.json')).toString();
  const parsed = Manifest.safeParse(parsedJson(text));
  if (!parsed.success) throw new UnreadableZip('O manifest.json do ZIP não é do Prumo.');
  if (parsed.data.formato !== FORMATO)
    throw new UnreadableZip(
      `Este ZIP tem o formato ${parsed.data.formato}. Este Prumo restaura o formato ${FORMATO}.`,
    );
  return parsed.data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const tableOf = (nome: string) => nome.split('/')[0]?.replace(/\.csv$/, '') ?? '';
export const columnsOf = (tabela: string): readonly Coluna[] =>
  tabela === 'pessoas' ? PESSOAS : (TABELAS.find(({ nome }) => nome === tabela)?.colunas ?? []);

const text = z.string().refine((value) => !value.includes('\0'));
const json = text.transform((value, context) => {
  const parsed = parsedJson(value);
  if (parsed === undefined) context.addIssue('not JSON');
  return parsed;
});
const CELLS: Readonly<Record<Tipo, z.ZodType>> = {
  uuid: z.string().regex(new RegExp(`^${UUID}$`)),
  texto: text,
  decimal: z.string().regex(/^-?\d{1,14}(\.\d{1,6})?$/),
  inteiro: z
    .string()
    .regex(/^-?\d{1,10}$/)
    .transform(Number),
  instante: z.iso.datetime(),
  logico: z.enum(['true', 'false']).transform((value) => value === 'true'),
  lista: json.pipe(z.array(text).max(1000)),
  json: json.pipe(z.record(z.string(), z.unknown())),
  imagens: json.pipe(z.array(z.string().regex(new RegExp(`^${UUID}$`))).max(30)),
};

/** Reads the rows of a CSV as records, checked cell by cell against the layout. */
export function* rowsOf(nome: string, content: Buffer): Generator<Record<string, unknown>> {
  const colunas = columnsOf(tableOf(nome));
  const lines = linesOf(nome, content);
  const header = lines.next().value;
  if (JSON.stringify(header) !== JSON.stringify(colunas.map((coluna) => coluna.nome)))
    throw new UnreadableZip(`As colunas de ${nome} não são as deste formato.`);
  let line = 1;
  for (const cells of lines) {
    line++;
    if (cells.length !== colunas.length)
      throw new UnreadableZip(`A linha ${line} de ${nome} tem colunas a mais ou a menos.`);
    const row: Record<string, unknown> = {};
    for (const [n, { nome: name, tipo, nula }] of colunas.entries()) {
      const value = cells[n] ?? null;
      const parsed = value === null ? { success: nula, data: null } : CELLS[tipo].safeParse(value);
      if (!parsed.success)
        throw new UnreadableZip(`A linha ${line} de ${nome} tem um valor inválido em ${name}.`);
      row[name] = parsed.data;
    }
    if (IN_PARTITIONS.has(tableOf(nome)) && timeOf(String(row['id'])) > Date.now() + DAY_MS)
      throw new UnreadableZip(`A linha ${line} de ${nome} é de uma data futura.`);
    yield row;
  }
}

function* linesOf(nome: string, content: Buffer): Generator<(string | null)[]> {
  try {
    yield* readCsv(content.toString());
  } catch (error) {
    if (error instanceof UnreadableZip) throw error;
    throw new UnreadableZip(`O arquivo ${nome} não é um CSV do Prumo.`, { cause: error });
  }
}
