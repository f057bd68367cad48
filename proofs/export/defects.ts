import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Side } from './judge.ts';

const quietly = (side: Side, statement: string) =>
  side.admin.query(`begin; set local session_replication_role = replica; ${statement}; commit`);

/** What each planted defect does to the restored empresa. */
export const DEFECTS = {
  'row-lost': (side: Side) =>
    quietly(
      side,
      `delete from movimentos_estoque where id = (select id from movimentos_estoque where empresa_id = '${side.empresaId}' limit 1)`,
    ),
  'stock-wrong': (side: Side) =>
    quietly(
      side,
      `update produto_deposito set quantidade = quantidade + 1 where id = (
         select id from produto_deposito where empresa_id = '${side.empresaId}' limit 1)`,
    ),
  'photos-swapped': async (side: Side) => {
    const { rows } = await side.admin.query(
      'select id from arquivos where empresa_id = $1 order by id limit 2',
      [side.empresaId],
    );
    const [one = '', two = ''] = rows.map(({ id }) =>
      join(side.store, 'publico', side.empresaId, `${id}.webp`),
    );
    const [first, second] = await Promise.all([readFile(one), readFile(two)]);
    await Promise.all([writeFile(one, second), writeFile(two, first)]);
  },
};
