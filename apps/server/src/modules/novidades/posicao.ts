import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys, type KeyRing } from '#platform/secrets/vault.ts';

/** A snapshot of PostgreSQL (`pg_current_snapshot`) and the moment at which it was taken. */
export interface Position {
  snapshot: string;
  takenAt: number;
}

/**
 * Writes positions as opaque texts, which every process of the installation can read. The numbers of transactions would
 * tell an empresa how much the others change, and an invented snapshot could make PostgreSQL read more than it must.
 */
export interface Posicoes {
  write(position: Position): string;
  /** Returns null for a text that no process of this installation wrote. */
  read(posicao: string): Position | null;
}

const SNAPSHOT = /^\d{1,20}:\d{1,20}:(\d{1,20}(,\d{1,20})*)?$/;
/** The header of a request with a longer one would be refused anyway. */
const LONGEST = 8000;

export function openPosicoes(ring: KeyRing): Posicoes {
  const keys = deriveKeys(ring, 'novidades');
  return {
    write({ snapshot, takenAt }) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keys[0], iv);
      const text = Buffer.concat([cipher.update(`${takenAt} ${snapshot}`), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    read(posicao) {
      if (posicao.length > LONGEST) return null;
      for (const key of keys) {
        const position = positionIn(decrypted(Buffer.from(posicao, 'base64url'), key));
        if (position) return position;
      }
      return null;
    },
  };
}

function decrypted(bytes: Buffer, key: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(
      bytes.subarray(12, 28),
    );
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
  } catch {
    // Another key wrote the text, or nobody did.
    return null;
  }
}

function positionIn(text: string | null): Position | null {
  const [takenAt = '', snapshot = ''] = text?.split(' ') ?? [];
  return SNAPSHOT.test(snapshot) ? { snapshot, takenAt: Number(takenAt) } : null;
}

/** Rows stay for ten minutes. A transaction may have begun up to a minute before its snapshot, and clocks differ. */
const RESUMABLE_MS = 8 * 60 * 1000;

/**
 * Whether the rows after the position are still complete. A position after the current snapshot comes from a database
 * that has since been restored or replaced.
 */
export const isResumable = ({ snapshot, takenAt }: Position, now: Position): boolean =>
  now.takenAt - takenAt < RESUMABLE_MS && !isBefore(now.snapshot, snapshot);

/** Whether a snapshot is older than another one that was taken before it. */
export const isBefore = (snapshot: string, other: string) => endOf(snapshot) < endOf(other);

/** The first transaction that had not begun. */
const endOf = (snapshot: string) => BigInt(snapshot.split(':')[1] ?? '0');
