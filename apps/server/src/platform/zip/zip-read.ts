import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';

/** A ZIP that breaks a limit or is damaged. The message is for a person. */
export class UnreadableZip extends Error {
  override readonly name = 'UnreadableZip';
}

export interface ZipLimits {
  entries: number;
  /** The largest size of one member when unpacked. */
  memberBytes: number;
  /** The largest ratio of the unpacked size to the packed one. A larger one is an attack on memory. */
  ratio: number;
  isName(nome: string): boolean;
}

/** A ZIP that is stored as a sequence of pieces of equal size, the last one excepted. */
export interface Pieces {
  bytes: number;
  pieceBytes: number;
  read(n: number): Promise<Buffer>;
}

export interface OpenZip {
  members: ReadonlyMap<string, Entry>;
  read(nome: string): Promise<Buffer>;
}

/** The smallest size of the header before each member. */
const LOCAL_HEADER_BYTES = 30;

const DAMAGED = 'O arquivo está danificado ou não é um ZIP do Prumo. Envie-o de novo.';

/** Reads the directory of a ZIP and checks it against the limits before any member is unpacked. */
export async function openZip(pieces: Pieces, limits: ZipLimits): Promise<OpenZip> {
  const zip = await fromRandomAccessReaderPromise(new PieceReader(pieces), pieces.bytes, {
    ...{ lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true },
  }).catch(damaged);
  if (zip.entryCount > limits.entries) throw new UnreadableZip('O ZIP tem arquivos demais.');
  const members = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      refuseEntry(entry, limits);
      if (members.has(entry.fileName)) throw new UnreadableZip('O ZIP tem dois arquivos com o mesmo nome.');
      members.set(entry.fileName, entry);
    }
  } catch (error) {
    if (error instanceof UnreadableZip) throw error;
    damaged(error);
  }
  refuseOverlaps([...members.values()]);
  return {
    members,
    async read(nome) {
      const entry = members.get(nome);
      if (!entry) throw new UnreadableZip(`Falta ${nome} no ZIP.`);
      return unpack(zip, entry);
    },
  };
}

function refuseEntry(entry: Entry, { memberBytes, ratio, isName }: ZipLimits): void {
  const { fileName, compressedSize, uncompressedSize } = entry;
  if (!isName(fileName)) throw new UnreadableZip('O ZIP tem um arquivo que o Prumo não gera.');
  if (uncompressedSize > memberBytes || uncompressedSize > ratio * Math.max(compressedSize, 100))
    throw new UnreadableZip(`O arquivo ${fileName} do ZIP é grande demais.`);
  if (!entry.canDecodeFileData()) throw new UnreadableZip('O ZIP usa senha ou um formato que não é aceito.');
}

/** Entries that share bytes unpack to far more than the file contains, whatever the ratio of each. */
function refuseOverlaps(entries: readonly Entry[]): void {
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    if (start < end) throw new UnreadableZip(DAMAGED);
    end = start + LOCAL_HEADER_BYTES + compressedSize;
  }
}

/** yauzl ends the stream with an error when the content is longer or shorter than its entry says. */
const unpack = async (zip: ZipFile, entry: Entry): Promise<Buffer> =>
  buffer(await zip.openReadStreamPromise(entry).catch(damaged)).catch(damaged);

function damaged(error: unknown): never {
  // A failure of the store is not a damaged file: the job tries again.
  if (error instanceof Error && error.name === 'AppError') throw error;
  throw new UnreadableZip(DAMAGED, { cause: error });
}

class PieceReader extends RandomAccessReader {
  readonly #pieces: Pieces;
  /** The piece that was read last, because reads are mostly sequential. */
  #last: { n: number; content: Promise<Buffer> } | undefined;

  constructor(pieces: Pieces) {
    super();
    this.#pieces = pieces;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end));
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    const { pieceBytes } = this.#pieces;
    for (let at = start; at < end; ) {
      const n = Math.floor(at / pieceBytes);
      const from = at - n * pieceBytes;
      const content = (await this.#piece(n)).subarray(from, from + end - at);
      if (content.byteLength === 0) throw new Error('the ZIP ends too early');
      yield content;
      at += content.byteLength;
    }
  }

  #piece(n: number): Promise<Buffer> {
    if (this.#last?.n !== n) this.#last = { n, content: this.#pieces.read(n) };
    return this.#last.content;
  }
}
