import { createHash } from 'node:crypto';
import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import { SYSTEM_USER } from '#platform/db/history.ts';
import type { Registro } from './write.queries.ts';

/** The tables whose history is restored. The history of people and of the empresa stays in the file. */
const WITH_HISTORY = new Set([
  ...['marcas', 'categorias', 'fornecedores', 'clientes', 'vendedores', 'depositos', 'produtos'],
  'produto_deposito',
]);

/** What a row of the file is changed by: the restauracao, its empresa and its images. */
export interface Owner {
  empresaId: string;
  id: string;
  arquivos: Pick<Arquivos, 'urlOf'>;
  /** Whether the file contains this image. The store may have lost one before the export. */
  hasPhoto?(id: string): boolean;
}

/** Whether a step writes this row of its file. */
export function concerns(passo: string, row: Registro): boolean {
  if (passo === 'categorias') return row['parent_id'] === null;
  if (passo === 'subcategorias') return row['parent_id'] !== null;
  return passo !== 'historico' || WITH_HISTORY.has(String(row['tabela']));
}

/** A row of the file as a row of this empresa: with the addresses of its images, and with authors of its own. */
export function ownRow(run: Owner, tabela: string, row: Registro): Registro {
  const { arquivos, empresaId, hasPhoto = () => true } = run;
  const own: Registro = { ...row, user_id: authorOf(run.id, row['user_id']) };
  if (tabela === 'produtos')
    own['fotos'] = (row['fotos'] as string[]).filter(hasPhoto).map((id) => arquivos.urlOf(empresaId, id));
  if (tabela === 'marcas' && row['logo_arquivo_id'] !== null) {
    const logo = String(row['logo_arquivo_id']);
    own['logo_arquivo_id'] = hasPhoto(logo) ? logo : null;
    own['logo_url'] = hasPhoto(logo) ? arquivos.urlOf(empresaId, logo) : null;
  }
  if (tabela === 'historico')
    for (const side of ['antes', 'depois']) own[side] = row[side] && ownImage(run, row[side] as Registro);
  return own;
}

const ADDRESS = /\/publico\/[0-9a-f-]{36}\/([0-9a-f-]{36})\.webp$/;

/** A record inside the history, which an undo compares with the record itself. */
function ownImage(run: Owner, image: Registro): Registro {
  const { arquivos, empresaId, id } = run;
  const address = (value: unknown) => {
    const arquivo = typeof value === 'string' ? ADDRESS.exec(value)?.[1] : undefined;
    return arquivo ? arquivos.urlOf(empresaId, arquivo) : value;
  };
  return {
    ...image,
    empresa_id: empresaId,
    ...('user_id' in image && { user_id: authorOf(id, image['user_id']) }),
    ...('logo_url' in image && { logo_url: address(image['logo_url']) }),
    ...(Array.isArray(image['fotos']) && { fotos: image['fotos'].map(address) }),
  };
}

/**
 * The id of an author of the file in this empresa. It is made anew, because the file is not signed: it must not name a
 * membro as the author of a change.
 */
export function authorOf(restauracaoId: string, userId: unknown): string {
  if (userId === SYSTEM_USER) return SYSTEM_USER;
  const hex = createHash('sha256').update(`${restauracaoId}:${userId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
