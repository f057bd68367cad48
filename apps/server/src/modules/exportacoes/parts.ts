import { createHash } from 'node:crypto';
import { BOM, exactCsvLine } from '#platform/http/csv.ts';
import { type Member, memberOf } from '#platform/zip/zip-write.ts';
import type { RecordedMember } from './exportacoes.queries.ts';
import type { Coluna } from './layout.ts';
import type { Linha } from './read.queries.ts';

/** The key of a part in the store. No public address reaches it. */
export const parteKey = (empresaId: string, exportacaoId: string, parteId: string) =>
  `exportacoes/${empresaId}/${exportacaoId}/${parteId}`;

export interface MadeMember {
  member: RecordedMember;
  bytes: Buffer;
}

async function made(
  nome: string,
  content: Uint8Array,
  { at, deflated, linhas }: { at: Date; deflated: boolean; linhas?: number },
): Promise<MadeMember> {
  const { member, bytes }: { member: Member; bytes: Buffer } = await memberOf(nome, content, {
    at,
    deflated,
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { member: { ...member, sha256, ...(linhas !== undefined && { linhas }) }, bytes };
}

/** A CSV with a line of column names. */
export const csvMember = (nome: string, colunas: readonly Coluna[], linhas: readonly Linha[], at: Date) =>
  made(
    nome,
    Buffer.from(BOM + exactCsvLine(colunas.map((coluna) => coluna.nome)) + linhas.map(exactCsvLine).join('')),
    { at, deflated: true, linhas: linhas.length },
  );

export const jsonMember = (nome: string, value: unknown, at: Date) =>
  made(nome, Buffer.from(`${JSON.stringify(value, null, 1)}\n`), { at, deflated: true });

export const photoMember = (nome: string, bytes: Uint8Array, at: Date) =>
  made(nome, bytes, { at, deflated: false });
