import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { TABELAS } from '../../apps/server/src/modules/exportacoes/layout.ts';
import { exactCsvLine } from '../../apps/server/src/platform/http/csv.ts';
import { directoryEnd, directoryEntry, memberOf } from '../../apps/server/src/platform/zip/zip-write.ts';
import type { Dice } from '../kit/random.ts';
import { animatedWebp, baseOf, picture, webpChunk, webpChunksOf, webpExtended, webpOf } from './pictures.ts';

/** A hostile ZIP for the restore of an export. */
export interface HostileZip {
  family: string;
  file: Buffer;
  mark: string;
  must: 'accept' | 'refuse';
}

type Contents = Readonly<Record<string, Buffer | string>>;
type Maker = (zip: Material, n: number) => Promise<{ file: Buffer; must: 'accept' | 'refuse' }>;

interface Material {
  dice: Dice;
  mark: string;
  /** The id of the photo in the ZIP. */
  foto: string;
}

interface Twist {
  /** Changes the fields of the header and of the directory entry of a member. */
  entry?(nome: string, header: Buffer, kind: 'local' | 'directory'): void;
}

/** Packs a ZIP. A ZIP without a manifest gets the one that matches its members. */
async function packed(contents: Contents, { entry }: Twist = {}): Promise<Buffer> {
  const listed =
    'manifest.json' in contents ? contents : { ...contents, 'manifest.json': manifestOf(contents) };
  const at = new Date(2026, 0);
  const [parts, entries]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [nome, content] of Object.entries(listed)) {
    const made = await memberOf(nome, Buffer.from(content), { at, deflated: !nome.endsWith('.webp') });
    const directory = directoryEntry(made.member, offset, at);
    entry?.(nome, made.bytes, 'local');
    entry?.(nome, directory, 'directory');
    entries.push(directory);
    parts.push(made.bytes);
    offset += made.bytes.length;
  }
  const directory = Buffer.concat(entries);
  const end = directoryEnd({ entries: entries.length, bytes: directory.length, offset });
  return Buffer.concat([...parts, directory, end]);
}

function manifestOf(contents: Contents): string {
  const membros = Object.entries(contents).map(([nome, content]) => ({
    nome,
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
    ...(nome.endsWith('.csv') && { linhas: String(content).split('\r\n').length - 2 }),
  }));
  return JSON.stringify({ formato: 1, membros });
}

const VALUES: Readonly<Record<string, string>> = {
  inteiro: '1',
  logico: 'true',
  instante: '2026-01-01T00:00:00.000Z',
  decimal: '1',
  uuid: '00000000-0000-4000-8000-000000000001',
};

const columnsOf = (tabela: string) => TABELAS.find(({ nome }) => nome === tabela)?.colunas ?? [];

/** A table with one row. Columns without a value get one that their type allows. */
function tableOf(tabela: string, row: Readonly<Record<string, string | null>>): string {
  const colunas = columnsOf(tabela);
  const values = colunas.map(({ nome, tipo, nula }) => {
    if (nome in row) return row[nome] ?? null;
    if (nula) return null;
    return VALUES[tipo] ?? 'x';
  });
  return `${exactCsvLine(colunas.map(({ nome }) => nome))}${exactCsvLine(values)}`;
}

const marcaOf = ({ dice }: Material, nome: string) => tableOf('marcas', { id: dice.uuid(), nome });
const photoOf = ({ foto }: Material, content: Buffer): Contents => ({
  'arquivos/000001.csv': tableOf('arquivos', { id: foto, tipo: 'foto' }),
  [`fotos/${foto}.webp`]: content,
});
const some = <T>(list: readonly T[], n: number) => list[n % list.length] as T;
const refuse = async (file: Buffer | Promise<Buffer>) => ({ file: await file, must: 'refuse' as const });
const webpChunks = async () =>
  webpChunksOf(await picture(60, 60).webp().toBuffer()).map(({ type, data }) => webpChunk(type, data));

const MAKERS: Readonly<Record<string, Maker>> = {
  /** The control: the proof would pass without it if the product refused every ZIP. */
  valid: async (zip) => ({
    file: await packed({
      'marcas/000001.csv': marcaOf(zip, `=cmd|' /C calc'!A0 ${zip.mark}`),
      ...photoOf(zip, await picture(60, 60).webp().toBuffer()),
    }),
    must: 'accept',
  }),
  'ZIP bomb': async (zip, n) =>
    refuse(
      some<() => Promise<Buffer>>(
        [
          // 30 MB in 30 kB: below the limit of a member, above the one of the ratio.
          () => packed({ 'marcas/000001.csv': Buffer.alloc(30_000_000) }),
          () => packed({ 'marcas/000001.csv': Buffer.alloc(200_000_000, 'a') }),
          () => overlapping(zip),
          () => bombInside(),
        ],
        n,
      )(),
    ),
  'nested ZIP': async (zip) => {
    const inner = await packed({ 'marcas/000001.csv': marcaOf(zip, zip.mark) });
    return refuse(packed({ 'marcas/000001.csv': inner, 'interno.zip': inner }));
  },
  encrypted: async (zip) =>
    refuse(
      packed(
        { 'marcas/000001.csv': marcaOf(zip, zip.mark) },
        {
          entry: (_nome, header, kind) => {
            const at = kind === 'local' ? 6 : 8;
            header.writeUInt16LE(header.readUInt16LE(at) | 1, at);
          },
        },
      ),
    ),
  'path outside': async (zip, n) => {
    const outside = some(
      [
        `../../${zip.mark}.csv`,
        `/tmp/${zip.mark}.csv`,
        `marcas/../../${zip.mark}.csv`,
        `..\\..\\${zip.mark}.csv`,
        `C:\\${zip.mark}.csv`,
        `marcas/000001.csv\0${zip.mark}`,
        `fotos/../${zip.foto}.webp`,
        `marcas/${'a'.repeat(3000)}.csv`,
      ],
      n,
    );
    return refuse(packed({ 'marcas/000001.csv': marcaOf(zip, zip.mark), [outside]: zip.mark }));
  },
  /** Valid rows under names that the product does not write, so that only the check of the names can refuse them. */
  'foreign name': async (zip, n) => {
    const foreign = some(['marcas/1.csv', 'marcas.csv', 'marcas/copia/000001.csv', './marcas/000001.csv'], n);
    return refuse(packed({ [foreign]: marcaOf(zip, zip.mark) }));
  },
  'lies about itself': async (zip, n) => {
    const contents = { 'marcas/000001.csv': marcaOf(zip, zip.mark) };
    const directory = (change: (header: Buffer) => void) =>
      packed(contents, { entry: (_nome, header, kind) => void (kind === 'directory' && change(header)) });
    return refuse(
      some<() => Promise<Buffer>>(
        [
          () => directory((header) => header.writeUInt32LE(7, 24)),
          () => directory((header) => header.writeUInt32LE(0x7fff_ffff, 20)),
          () => directory((header) => header.writeUInt16LE(99, 10)),
          () => directory((header) => header.writeUInt32LE(0xffff_ff00, 42)),
          async () => {
            const file = Buffer.from(await packed(contents));
            file.writeUInt16LE(65_000, file.length - 12);
            return file;
          },
          () => packed({ ...contents, 'manifest.json': '['.repeat(100_000) }),
          () => packed({ ...contents, 'manifest.json': JSON.stringify({ formato: 999, membros: [] }) }),
          () => packed({ ...contents, 'manifest.json': JSON.stringify({ formato: 1, membros: [] }) }),
        ],
        n,
      )(),
    );
  },
  damaged: async (zip, n) => {
    const file = Buffer.from(await packed({ 'marcas/000001.csv': marcaOf(zip, zip.mark) }));
    if (n % 2 === 0) return refuse(file.subarray(0, 22 + zip.dice.below(file.length - 22)));
    // A byte of the packed content of the first member, whose checksum no longer matches.
    const at = 60 + zip.dice.below(80);
    file[at] = (file[at] ?? 0) ^ (1 << zip.dice.below(8));
    return refuse(file);
  },
  'no ZIP': async ({ dice }, n) =>
    refuse(
      some(
        [
          Buffer.from(Array.from({ length: 5000 }, () => dice.below(256))),
          await baseOf('jpeg'),
          Buffer.alloc(22),
          Buffer.alloc(9_000_000, 'PK\x05\x06'),
        ],
        n,
      ),
    ),
  CSV: async (zip, n) => {
    const csv = marcaOf(zip, zip.mark);
    return refuse(
      packed({
        'marcas/000001.csv': some(
          [
            csv.replace(zip.mark, `${zip.mark}\0`),
            csv.replace(zip.mark, `"${zip.mark}`),
            `${csv}"`,
            csv.replace('\r\n', '\n'),
            csv.replace('nome', 'nome;outra'),
            csv.replace(zip.mark, 'x'.repeat(9_000_000)),
            `${csv}${';'.repeat(100_000)}\r\n`,
            `\u0000${csv}`,
          ],
          n,
        ),
      }),
    );
  },
  photo: async (zip, n) => {
    const exif = picture(60, 60).withExif({ IFD0: { Copyright: zip.mark } });
    const hidden = webpChunk('ALPH', Buffer.concat([Buffer.alloc(1), Buffer.from(zip.mark)]));
    return refuse(
      packed(
        photoOf(
          zip,
          await some<() => Promise<Buffer>>(
            [
              () => exif.webp().toBuffer(),
              () => exif.jpeg().toBuffer(),
              async () => Buffer.concat([await picture(60, 60).webp().toBuffer(), Buffer.from(zip.mark)]),
              async () => webpOf(...(await webpChunks()), webpChunk('EVIL', Buffer.from(zip.mark))),
              // Chunks of known names, of which a decoder reads only the first.
              async () => webpOf(webpExtended(0, 60, 60), ...(await webpChunks()), hidden),
              async () => webpOf(...(await webpChunks()), webpChunk('VP8 ', Buffer.from(zip.mark))),
              () => animatedWebp(20),
              async () => webpOf(webpExtended(0, 16_383, 16_383), webpChunk('VP8 ', Buffer.alloc(40))),
              async () => Buffer.from(`<html><script>${zip.mark}</script></html>`),
              async () =>
                (
                  await sharp(await baseOf('webp'))
                    .webp()
                    .toBuffer()
                ).subarray(0, 200),
            ],
            n,
          )(),
        ),
      ),
    );
  },
};

/** Two entries of the directory that share the bytes of one member. */
async function overlapping(zip: Material): Promise<Buffer> {
  const at = new Date(2026, 0);
  const { member, bytes } = await memberOf('marcas/000001.csv', Buffer.from(marcaOf(zip, zip.mark)), {
    ...{ at, deflated: true },
  });
  const names = Array.from({ length: 900 }, (_, n) => `marcas/${String(n).padStart(6, '0')}.csv`);
  const directory = Buffer.concat(names.map((nome) => directoryEntry({ ...member, nome }, 0, at)));
  const end = directoryEnd({ entries: names.length, bytes: directory.length, offset: bytes.length });
  return Buffer.concat([bytes, directory, end]);
}

/** A member whose header states 100 bytes and that unpacks to 300 MB. */
async function bombInside(): Promise<Buffer> {
  const content = deflateRawSync(Buffer.alloc(300_000_000));
  const at = new Date(2026, 0);
  const nome = 'marcas/000001.csv';
  const { bytes } = await memberOf(nome, Buffer.from(''), { at, deflated: false });
  const member = { nome, metodo: 8 as const, crc: 0, bytes: 100, comprimido: content.length };
  const header = Buffer.from(bytes);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(100, 22);
  const directory = directoryEntry(member, 0, at);
  const end = directoryEnd({ entries: 1, bytes: directory.length, offset: header.length + content.length });
  return Buffer.concat([header, content, directory, end]);
}

/** This many ZIPs, from each family in turn. */
export async function* zipsOf(dice: Dice, count: number): AsyncGenerator<HostileZip> {
  const makers = Object.entries(MAKERS);
  for (let n = 0; n < count; n++) {
    const [family, make] = some(makers, n);
    const mark = `MARCA-${n}-${dice.uuid()}`;
    const made = await make({ dice, mark, foto: dice.uuid() }, Math.floor(n / makers.length));
    yield { family, mark, ...made };
  }
}
