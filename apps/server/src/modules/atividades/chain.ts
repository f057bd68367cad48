import { createHash } from 'node:crypto';

/** A sealed line with the content that `historico` has for it now. */
export interface Sealed {
  numero: number;
  id: string;
  user_id: string;
  tipo: string;
  tabela: string;
  registro_id: string;
  digest: Buffer;
  /** Null after the erasure of the content. */
  sal: Buffer | null;
  hash: Buffer;
  /** Null when `historico` has no such row. */
  conteudo: string | null;
}

/** The last line of a chain. */
export interface Head {
  numero: number;
  hash: Buffer;
}

/** The hash before the first line. It names the empresa, so that no chain passes for the chain of another empresa. */
export const startOf = (empresaId: string): Head => ({ numero: 0, hash: sha256(empresaId) });

/**
 * Continues the chain after `before` with these lines. Returns its end, or what is wrong with the first broken line.
 * `isErased` tells whether a line of the chain records the erasure of a content. This function shares no code with
 * `seal_atividades`, so that one defect does not hide in both.
 */
export function follow(
  before: Head,
  lines: readonly Sealed[],
  isErased: (id: string) => boolean,
): Head | { broken: string } {
  let end = before;
  for (const line of lines) {
    const expected = end.numero + 1;
    if (line.numero !== expected)
      return { broken: `line ${expected} is missing; the next one is ${line.numero}` };
    const hash = sha256(end.hash, headerOf(line));
    if (!hash.equals(line.hash))
      return { broken: `line ${expected} (${line.id}) does not follow from the line before it` };
    const wrong = contentFault(line, isErased);
    if (wrong) return { broken: `line ${expected} (${line.id}): ${wrong}` };
    end = { numero: expected, hash };
  }
  return end;
}

const headerOf = ({ numero, id, user_id, tipo, tabela, registro_id, digest }: Sealed) =>
  [numero, id, user_id, tipo, tabela, registro_id, digest.toString('hex')].join('\n');

function contentFault({ id, sal, conteudo, digest }: Sealed, isErased: (id: string) => boolean) {
  if (sal === null) return isErased(id) ? undefined : 'its content is erased, and no line records that';
  if (conteudo === null) return 'its content is missing';
  return sha256(sal, conteudo).equals(digest) ? undefined : 'its content was changed after it was sealed';
}

const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
