import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

/**
 * Writes a ZIP in pieces that are made at different times, even by different processes. A library that streams a ZIP
 * keeps the state of the whole file in memory, so a killed process could not go on. Here each member is complete in
 * itself, and the directory at the end is computed from the recorded members.
 */
export interface Member {
  nome: string;
  /** 0: stored. 8: deflated. */
  metodo: 0 | 8;
  crc: number;
  bytes: number;
  comprimido: number;
}

const STORED = 0;
const DEFLATED = 8;
/** Version 4.5 of the format, the first with ZIP64. */
const VERSION = 45;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** Sizes, positions and counts from here on do not fit and are written in ZIP64 fields. */
const FULL_32 = 0xffff_ffff;
const FULL_16 = 0xffff;
const LOCAL_BYTES = 30;

/** One member as bytes: its header and its content. A text is deflated; an image is compressed already. */
export async function memberOf(
  nome: string,
  content: Uint8Array,
  { at, deflated }: { at: Date; deflated: boolean },
): Promise<{ member: Member; bytes: Buffer }> {
  const data = deflated ? await promisify(deflateRaw)(content) : content;
  const member: Member = {
    nome,
    metodo: deflated ? DEFLATED : STORED,
    crc: crc32(content),
    bytes: content.byteLength,
    comprimido: data.byteLength,
  };
  const name = Buffer.from(nome);
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, member, at);
  header.writeUInt16LE(name.byteLength, 26);
  return { member, bytes: Buffer.concat([header, name, data]) };
}

/** The bytes of a member in the ZIP. */
export const bytesOf = ({ nome, comprimido }: Member) => LOCAL_BYTES + Buffer.byteLength(nome) + comprimido;

/** The entry of a member in the directory at the end. `offset` is the position of its header in the ZIP. */
export function directoryEntry(member: Member, offset: number, at: Date): Buffer {
  const name = Buffer.from(member.nome);
  const isFar = offset >= FULL_32;
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  writeCommon(entry, 6, member, at);
  entry.writeUInt16LE(name.byteLength, 28);
  entry.writeUInt16LE(isFar ? 12 : 0, 30);
  entry.writeUInt32LE(isFar ? FULL_32 : offset, 42);
  return Buffer.concat([entry, name, isFar ? zip64Offset(offset) : Buffer.alloc(0)]);
}

/** The end of the ZIP, after the directory. */
export function directoryEnd(directory: { entries: number; bytes: number; offset: number }): Buffer {
  const { entries, bytes, offset } = directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, FULL_16), 8);
  end.writeUInt16LE(Math.min(entries, FULL_16), 10);
  end.writeUInt32LE(Math.min(bytes, FULL_32), 12);
  end.writeUInt32LE(Math.min(offset, FULL_32), 16);
  const needs64 = entries >= FULL_16 || bytes >= FULL_32 || offset >= FULL_32;
  return needs64 ? Buffer.concat([zip64End(directory), end]) : end;
}

/** The version, flags, method, time, checksum and sizes, which a header and a directory entry share. */
function writeCommon(into: Buffer, from: number, member: Member, at: Date): void {
  into.writeUInt16LE(VERSION, from);
  into.writeUInt16LE(UTF8, from + 2);
  into.writeUInt16LE(member.metodo, from + 4);
  into.writeUInt16LE(dosTime(at), from + 6);
  into.writeUInt16LE(dosDate(at), from + 8);
  into.writeUInt32LE(member.crc, from + 10);
  into.writeUInt32LE(member.comprimido, from + 14);
  into.writeUInt32LE(member.bytes, from + 18);
}

function zip64Offset(offset: number): Buffer {
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return extra;
}

function zip64End({ entries, bytes, offset }: { entries: number; bytes: number; offset: number }): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(VERSION, 12);
  end.writeUInt16LE(VERSION, 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(bytes), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  // The locator, which says where the record above begins.
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + bytes), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

const dosTime = (at: Date) =>
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | Math.floor(at.getUTCSeconds() / 2);
const dosDate = (at: Date) =>
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
