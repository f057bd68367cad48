import {
  ALTERACOES_CONTADAS,
  ANOS_DE_HISTORICO,
  type Opcao,
  type Retencao,
} from '@prumo/contract/retencao.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

type Escolha = Omit<Retencao, 'opcoes'>;

/** The choice of the empresa, and what each other choice would remove. */
export async function selectRetencao(tx: TenantDb): Promise<Retencao> {
  const [escolhas, opcoes] = await Promise.all([
    tx.query<Escolha>(
      `select e.historico_anos, e.vigente_anos,
         historico_vale_em($1, e.historico_anos) as vale_em,
         n.created_at as alterada_em, coalesce(f.full_name, f.email) as alterada_por
       from (select historico_anos_at($1, now()) as historico_anos, historico_anos($1) as vigente_anos) e
       left join lateral (
         select * from retencoes r where r.empresa_id = $1 order by r.created_at desc, r.id desc limit 1) n on true
       left join profiles f on f.id = n.user_id`,
    ),
    tx.query<Opcao>(
      `select o.anos, o.vale_em, o.desde as guarda_desde, (
           select count(*)::int from (
             select from historico h where h.empresa_id = $1 and h.id < first_uuid_of(o.desde)
             limit ${ALTERACOES_CONTADAS + 1}) h) as alteracoes
       from (
         select a.anos, v.vale_em, historico_desde(a.anos, coalesce(v.vale_em, now())) as desde
         from unnest($2::int[]) a (anos)
         cross join lateral (select historico_vale_em($1, a.anos) as vale_em) v) o
       order by o.anos`,
      [ANOS_DE_HISTORICO],
    ),
  ]);
  const [escolha] = escolhas;
  if (!escolha) throw new Error('no term of the history');
  return { ...escolha, opcoes };
}

/** Adds a row if the choice changes. Choosing the same again does not make its author the one who chose it. */
export const insertRetencao = (tx: TenantDb, anos: number) =>
  tx.query(
    `insert into retencoes (empresa_id, user_id, historico_anos)
     select $1, $2, $3::smallint where $3::int <> historico_anos_at($1, now())`,
    [tx.userId, anos],
  );
