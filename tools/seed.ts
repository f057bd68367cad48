import pg from 'pg';
import { givePassword, hashPassword } from '../apps/server/src/testing/people.ts';

export const DEMO = { email: 'demo@prumo.local', senha: 'prumo-demo' };

const MARCAS: readonly [nome: string, descricao: string | null][] = [
  ['Bosch', 'Injeção, freios e elétrica'],
  ['NGK', 'Velas, cabos e sensores de oxigênio'],
  ['Cofap', 'Amortecedores e suspensão'],
  ['Fras-le', 'Pastilhas e lonas de freio'],
  ['Mahle Metal Leve', 'Pistões, anéis e filtros'],
  ['Nakata', 'Suspensão e direção'],
  ['Monroe', 'Amortecedores'],
  ['Sabó', 'Retentores e juntas'],
  ['Tecfil', 'Filtros de ar, óleo e combustível'],
  ['Valeo', 'Embreagens e iluminação'],
  ['SKF', 'Rolamentos e cubos de roda'],
  ['Gates', 'Correias e tensores'],
  ['LuK', 'Kits de embreagem'],
  ['Magneti Marelli', null],
  ['TRW', 'Freios e direção'],
  ['Wega', 'Filtros'],
];

/** A demo operator with a few marcas; running it again changes nothing. */
export async function seedDemo(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `insert into auth.users (name, email, email_verified) values ('Helena Prado', $1, true)
     on conflict (email) do nothing returning id`,
    [DEMO.email],
  );
  const [user] = rows;
  if (user) {
    await givePassword(client, user.id, await hashPassword(DEMO.senha));
    await client.query('begin');
    await client.query(
      `with e as (select auth.ensure_empresa($1::uuid) as id)
       select use_empresa(e.id, $1::uuid, uuidv7()) from e`,
      [user.id],
    );
    await client.query("update empresas set nome = 'Aurora Autopeças' where id = current_empresa()");
    for (const [nome, descricao] of MARCAS)
      await client.query(
        `insert into marcas (empresa_id, user_id, nome, descricao, created_at)
         values (current_empresa(), current_usuario(), $1, $2, clock_timestamp())`,
        [nome, descricao],
      );
    await client.query('commit');
  }
  await client.end();
}
