import type pg from 'pg';
import { LEDGER } from './measure.ts';

/**
 * The statements that give another table the foreign keys, triggers, policies and grants of the ledger. Its indexes
 * are not among them.
 */
export async function shapeOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table ${LEDGER} add constraint %I %s', conname, pg_get_constraintdef(oid)) as statement
     from pg_constraint where conrelid = $1::text::regclass and contype = 'f'
     union all
     select pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::text::regclass and not tgisinternal
     union all
     select format('create policy %I on ${LEDGER} to %s using (%s) with check (%s)', policyname, array_to_string(roles, ', '), qual, with_check)
     from pg_policies where tablename = $1::text
     union all
     select format('grant %s on ${LEDGER} to %I', lower(privilege_type), grantee)
     from information_schema.role_table_grants where table_name = $1::text and grantee <> 'owner'`,
    [LEDGER],
  );
  return [
    `alter table ${LEDGER} owner to owner`,
    ...rows.map(({ statement }) => statement),
    `alter table ${LEDGER} enable row level security`,
    `alter table ${LEDGER} force row level security`,
  ];
}
