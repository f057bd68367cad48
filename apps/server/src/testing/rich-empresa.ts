import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Harness } from './harness.ts';

/** An empresa with a row in every tenant table, each carrying the canary. */
export async function aRichEmpresa({ anEmpresa }: Harness, canary: string) {
  const a = await anEmpresa(canary);
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { url } = (await a.upload('/api/arquivos/logos', image)).json();
  const input = { nome: canary, descricao: canary, logo_url: url };
  await a.post('/api/marcas', input, { 'idempotency-key': randomUUID() });
  const gone = (await a.post('/api/marcas', input)).json();
  const removed = await a.delete(`/api/marcas/${gone.id}`);
  // And an account with something to take: a factor half enrolled, a new address asked for.
  await a.post('/api/perfil/fatores');
  await a.put('/api/perfil/email', { email: `${canary}@exemplo.com.br` });
  if (removed.statusCode !== 200)
    throw new Error(`the empresa with the canary was not made: ${removed.body}`);
  return { ...a, canary };
}
