import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { RouteEntry } from '#platform/http.ts';
import type { Client, Harness } from './harness.ts';
import { bodySaying } from './isolation.routes.ts';

/** An empresa with a row in every tenant table, each carrying the canary. */
export async function aRichEmpresa({ app, anEmpresa }: Harness, canary: string) {
  const a = await anEmpresa(canary);
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { url } = (await a.upload('/api/arquivos/logos', image)).json();
  await a.post('/api/marcas', { nome: canary, descricao: canary, logo_url: url });
  for (const route of app.routeInventory.filter((each) => isRegister(each, app.routeInventory)))
    await fill(a, route, canary);
  // And an account with something to take: a factor half enrolled, a new address asked for.
  await a.post('/api/perfil/fatores');
  await a.put('/api/perfil/email', { email: `${canary}@exemplo.com.br` });
  return { ...a, canary };
}

/** Its records are created here and deleted by their id. */
export const isRegister = ({ method, url, config }: RouteEntry, all: RouteEntry[]) =>
  config.tenant &&
  method === 'POST' &&
  all.some((other) => other.method === 'DELETE' && other.url === `${url}/:id`);

/** One record that stays and one that is in the trash. */
async function fill(a: Client, route: RouteEntry, canary: string): Promise<void> {
  const body = bodySaying(route, canary);
  const kept = await a.post(route.url, body, { 'idempotency-key': randomUUID() });
  const gone = await a.post(route.url, body);
  const removed = await a.delete(`${route.url}/${gone.json().id}`);
  if (kept.statusCode !== 201 || removed.statusCode !== 200)
    throw new Error(`${route.url} took no record with the canary: ${kept.body} ${removed.body}`);
}
