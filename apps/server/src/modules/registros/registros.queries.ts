import { CADASTROS, type Cadastro, POR_CADASTRO, type Registro } from '@prumo/contract/registros.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** The SQL over the row `t` that tells two records of one name apart. */
const DETALHE: Readonly<Record<Cadastro, string>> = {
  marcas: 'null',
  categorias: '(select p.nome from categorias p where p.empresa_id = t.empresa_id and p.id = t.parent_id)',
  clientes: 't.cidade',
  fornecedores: 't.cidade',
  vendedores: 't.cidade',
  depositos: 't.cidade',
};

/** `find_ids` is the search of the lists, with their limit on the rows that it reads. */
const foundIn = (cadastro: Cadastro) =>
  `select ${CADASTROS.indexOf(cadastro)} as lugar, s.n, '${cadastro}' as cadastro, t.id, t.nome,
      (${DETALHE[cadastro]})::text as detalhe
    from find_ids('${cadastro}', 'nome_ordem', false, $2, null, null, ${POR_CADASTRO}, '{}'::jsonb) f
    cross join lateral unnest(f.ids) with ordinality s (id, n)
    cross join lateral (select * from ${cadastro} r where r.empresa_id = $1 and r.id = s.id offset 0) t`;

const FOUND = `select cadastro, id, nome, detalhe from (${CADASTROS.map(foundIn).join(' union all ')}) f
  order by lugar, n`;

export const selectRegistros = (tx: TenantDb, busca: string) => tx.query<Registro>(FOUND, [busca]);
