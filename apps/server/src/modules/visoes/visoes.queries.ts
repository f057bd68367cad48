import { type Exibicao, type Lista, MAX_VISOES, type Visao } from '@prumo/contract/visoes.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** The shared views of the empresa that a list shows beside the person's own. */
const MAX_COMPARTILHADAS = 50;

type Values = Pick<Visao, 'nome' | 'compartilhada' | 'endereco' | 'exibicao'>;

const COLUMNS = 'id, nome, compartilhada, endereco, exibicao, user_id = $2 as minha';

/** The person's own views first, in the order in which they were made, then those that others share. */
export const selectVisoes = (tx: TenantDb, lista: Lista) =>
  tx.query<Visao>(
    `(select ${COLUMNS} from visoes where empresa_id = $1 and user_id = $2 and lista = $3 order by id limit ${MAX_VISOES})
     union all
     (select ${COLUMNS} from visoes where empresa_id = $1 and lista = $3 and compartilhada and user_id <> $2
      order by id limit ${MAX_COMPARTILHADAS})`,
    [tx.userId, lista],
  );

export async function selectExibicao(tx: TenantDb, lista: Lista): Promise<Exibicao | null> {
  const [row] = await tx.query<{ exibicao: Exibicao }>(
    'select exibicao from exibicoes where empresa_id = $1 and user_id = $2 and lista = $3',
    [tx.userId, lista],
  );
  return row?.exibicao ?? null;
}

/** Returns no row when the person has the most views of this list already. */
export async function insertVisao(tx: TenantDb, lista: Lista, values: Values): Promise<Visao | undefined> {
  const [row] = await tx.query<Visao>(
    `insert into visoes (empresa_id, user_id, lista, nome, compartilhada, endereco, exibicao)
     select $1, $2, $3, $4, $5, $6::jsonb, $7::jsonb
     where (select count(*) from visoes where empresa_id = $1 and user_id = $2 and lista = $3) < ${MAX_VISOES}
     returning ${COLUMNS}`,
    [tx.userId, lista, ...valuesOf(values)],
  );
  return row;
}

/** Returns no row for a view of another person. */
export async function updateVisao(tx: TenantDb, id: string, values: Values): Promise<Visao | undefined> {
  const [row] = await tx.query<Visao>(
    `update visoes set nome = $4, compartilhada = $5, endereco = $6::jsonb, exibicao = $7::jsonb
     where empresa_id = $1 and user_id = $2 and id = $3 returning ${COLUMNS}`,
    [tx.userId, id, ...valuesOf(values)],
  );
  return row;
}

const valuesOf = ({ nome, compartilhada, endereco, exibicao }: Values) => [
  nome,
  compartilhada,
  JSON.stringify(endereco),
  JSON.stringify(exibicao),
];

/** Returns no row for a view of another person. */
export async function deleteVisao(tx: TenantDb, id: string): Promise<{ id: string } | undefined> {
  const [row] = await tx.query<{ id: string }>(
    'delete from visoes where empresa_id = $1 and user_id = $2 and id = $3 returning id',
    [tx.userId, id],
  );
  return row;
}

export const setExibicao = (tx: TenantDb, lista: Lista, exibicao: Exibicao) =>
  tx.query(
    `insert into exibicoes (empresa_id, user_id, lista, exibicao) values ($1, $2, $3, $4::jsonb)
     on conflict (empresa_id, user_id, lista) do update set exibicao = excluded.exibicao`,
    [tx.userId, lista, JSON.stringify(exibicao)],
  );

export const clearExibicao = (tx: TenantDb, lista: Lista) =>
  tx.query('delete from exibicoes where empresa_id = $1 and user_id = $2 and lista = $3', [tx.userId, lista]);
