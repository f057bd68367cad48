import pg from 'pg';

/** The database functions that read the time. `prepare` makes them read the simulated time. */
const FUNCTIONS = [
  'receive_notificacoes(jsonb)',
  'claim_notificacoes(text[], integer, float8)',
  'claim_conferencias(integer, float8)',
  'take_call(text, float8, float8, float8)',
];
const TIME = /\b(?:now|clock_timestamp)\(\)/g;

const CLOCK = `
  create schema sim;
  create unlogged table sim.clock (at timestamptz not null);
  create function sim.now() returns timestamptz language sql stable as 'select at from sim.clock';
  grant usage on schema sim to public;
  grant select on sim.clock to public;
  alter table notificacoes alter column recebida_em set default sim.now();
  create unlogged table sim.chegadas (id text not null, atualizado_em timestamptz not null, em timestamptz not null);
  create function sim.note() returns trigger language plpgsql security definer as $$
  begin
    insert into sim.chegadas values (new.id, new.atualizado_em, sim.now());
    return null;
  end $$;
  create trigger note after insert or update on pedidos for each row execute function sim.note()`;

const EMPRESAS = `insert into empresas (id, nome) select gen_random_uuid(), 'Loja ' || n from generate_series(1, $1::int) n`;

/**
 * Inserts contas that were connected long ago. Their history is synchronised. Multiples of the golden ratio spread
 * their next polls evenly over six hours.
 */
const CONTAS = `
  insert into mercado_livre_config (empresa_id, id, user_id, marketplace, nickname, user_ml_id)
  select id, gen_random_uuid(), gen_random_uuid(), 'mercado-livre', nome, (1000000000 + substr(nome, 6)::bigint)::text from empresas;
  insert into marketplaces.donos (marketplace, seller_id, empresa_id, conta_id)
  select marketplace, user_ml_id, empresa_id, id from mercado_livre_config;
  insert into pedidos_sincronia (empresa_id, marketplace, seller_id, conta_id, em_andamento, historico_desde, completo_desde, mudancas_desde)
  select empresa_id, marketplace, user_ml_id, id, false, sim.now() - interval '1 year', sim.now() - interval '1 year', sim.now()
  from mercado_livre_config;
  insert into pedidos_atraso (empresa_id, marketplace, seller_id, conferida_em, conferir_em, intervalo_segundos)
  select empresa_id, marketplace, user_ml_id, sim.now() - interval '1 minute', sim.now() + mod(0.618034 * substr(nome, 6)::int, 1) * interval '6 hours', 21600
  from mercado_livre_config join empresas on empresas.id = empresa_id`;

export async function prepare(url: string, contas: number, start: number): Promise<pg.Pool> {
  const admin = new pg.Pool({ connectionString: url, max: 2 });
  // A failing statement reports its own error, so the pool needs no handler.
  admin.on('error', () => {});
  await admin.query(CLOCK);
  await admin.query('insert into sim.clock values (to_timestamp($1::float8 / 1000))', [start]);
  for (const name of FUNCTIONS) {
    const { rows } = await admin.query('select pg_get_functiondef($1::regprocedure) as text', [name]);
    const text = String(rows[0]?.text);
    if (text.search(TIME) < 0) throw new Error(`${name} does not read the time`);
    await admin.query(text.replace(TIME, 'sim.now()'));
  }
  await admin.query(EMPRESAS, [contas]);
  const client = await admin.connect();
  // Switches off the triggers for history and access checks, because no person is signed in.
  await client.query('set session_replication_role = replica');
  await client.query(CONTAS);
  client.release(true);
  await admin.query('analyze');
  return admin;
}

/** Makes the product's own statements read the simulated time too. It changes nothing else in them. */
export function simulateTime(): void {
  const { prototype } = pg.Connection;
  const parse = prototype.parse;
  prototype.parse = function (statement, more) {
    parse.call(this, { ...statement, text: statement.text.replace(TIME, 'sim.now()') }, more);
  };
}
