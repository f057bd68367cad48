import pg from 'pg';
import { selectInventario } from '../../apps/server/src/modules/inventario/inventario.queries.ts';
import { selectProdutos } from '../../apps/server/src/modules/produtos/produtos.queries.ts';
import { selectResumo } from '../../apps/server/src/modules/produtos/resumo.queries.ts';
import type { TenantDb } from '../../apps/server/src/platform/db/tenant-db.ts';
import { note } from '../kit/figures.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

/** The exact statement that the server sends for a path. */
export async function statementOf(empresaId: string, path: string): Promise<Statement | undefined> {
  let sent: Statement | undefined;
  const recorder = {
    query: async (text: string, values: unknown[] = []) => {
      sent ??= { text, values: [empresaId, ...values] };
      return [{ linhas: 0, ocultos: [] }];
    },
  } as unknown as TenantDb;
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const query = { ...Object.fromEntries(searchParams), limite: 50 };
  if (pathname === '/api/produtos') await selectProdutos(recorder, query);
  else if (pathname === '/api/inventario') await selectInventario(recorder, query);
  else if (pathname === '/api/produtos/resumo')
    await selectResumo(recorder, Object.fromEntries(searchParams));
  return sent;
}

/** Repeats a request as the product sends it, and prints the plans of its slow nested statements. */
export async function printPlan(adminUrl: string, empresaId: string, path: string): Promise<void> {
  const statement = await statementOf(empresaId, path);
  if (!statement) return;
  const client = new pg.Client({ connectionString: adminUrl });
  const plans: string[] = [];
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  await client.connect();
  for (const setting of SETTINGS) await client.query(setting);
  await client.query(`set app.empresa_id = '${empresaId}'`);
  await client.query(statement.text, statement.values);
  await client.end();
  note(`plan of ${path}`);
  for (const line of plans.join('\n').split('\n').slice(0, 80)) note(line.slice(0, 220));
}

const SETTINGS = [
  "load 'auto_explain'",
  "set auto_explain.log_min_duration = '5ms'",
  'set auto_explain.log_analyze = on',
  'set auto_explain.log_nested_statements = on',
  'set auto_explain.log_parameter_max_length = 0',
  'set client_min_messages = log',
  'set jit = off',
  'set max_parallel_workers_per_gather = 0',
  'set role app',
];
