import type pg from 'pg';
import { parteKey } from '#modules/exportacoes/parts.ts';
import { pedacoKey } from '#modules/restauracoes/file.ts';
import { publicKey, thumbnailKey, trashKey } from '#platform/outside/storage.ts';

/** An object that a row names. A removed image has the same bytes in the trash as it had in public. */
export interface Wanted {
  key: string;
  /** The other place of the same bytes. */
  twin?: string;
}

const PAGE = 5000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Reads every object that a row of any empresa names, as role owner. */
export async function* wantedObjects(client: pg.Client): AsyncGenerator<Wanted> {
  for await (const row of pages<{ empresa_id: string; id: string; foto: boolean; publico: boolean }>(
    client,
    `select empresa_id, id, tipo = 'foto' as foto, lixeira_desde is null as publico from arquivos r where true`,
  )) {
    const [open, trashed] = [publicKey(row.empresa_id, row.id), trashKey(row.empresa_id, row.id)];
    const [key, twin] = row.publico ? [open, trashed] : [trashed, open];
    yield { key, twin };
    if (row.foto) yield { key: thumbnailKey(key), twin: thumbnailKey(twin) };
  }
  for await (const row of pages<{ empresa_id: string; id: string; exportacao_id: string }>(
    client,
    `select r.empresa_id, r.id, r.exportacao_id from exportacao_partes r
     join exportacoes x on x.empresa_id = r.empresa_id and x.id = r.exportacao_id
     where r.membros is not null and x.removida_em is null`,
  ))
    yield { key: parteKey(row.empresa_id, row.exportacao_id, row.id) };
  for await (const row of pages<{ empresa_id: string; id: string; restauracao_id: string }>(
    client,
    `select r.empresa_id, r.id, r.restauracao_id from restauracao_pedacos r
     join restauracoes x on x.empresa_id = r.empresa_id and x.id = r.restauracao_id
     where r.guardado and x.removida_em is null`,
  ))
    yield { key: pedacoKey(row.empresa_id, row.restauracao_id, row.id) };
}

async function* pages<Row extends { empresa_id: string; id: string }>(
  client: pg.Client,
  select: string,
): AsyncGenerator<Row> {
  for (let after = { empresa_id: FIRST, id: FIRST }; ; ) {
    const { rows } = await client.query<Row>(
      `${select} and (r.empresa_id, r.id) > ($1, $2) order by r.empresa_id, r.id limit ${PAGE}`,
      [after.empresa_id, after.id],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last;
  }
}
