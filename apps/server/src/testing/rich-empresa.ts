import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Client, Harness } from './harness.ts';
import { type Register, registersOf } from './registers.ts';

/** An empresa with a row in every tenant table, each carrying the canary. */
export async function aRichEmpresa(harness: Harness, canary: string) {
  const a = await harness.anEmpresa(canary);
  const registers = await registersOf(harness);
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const logo = (await a.upload('/api/arquivos/logos', image)).json();
  await a.post('/api/marcas', { nome: canary, descricao: canary, logo_url: logo.url });
  for (const register of registers) await fill(a, register, canary);
  await stock(a, registers, { canary, foto: (await a.upload('/api/arquivos/fotos', image)).json().url });
  // And an account with something to take: a factor half enrolled, a new address asked for.
  await a.post('/api/perfil/fatores');
  await a.put('/api/perfil/email', { email: `${canary}@exemplo.com.br` });
  return { ...a, canary };
}

/** One record that stays and one that is in the trash. */
async function fill(a: Client, { url, input }: Register, canary: string): Promise<void> {
  const kept = await a.post(url, await input(a, canary), { 'idempotency-key': randomUUID() });
  const gone = await a.post(url, await input(a, canary));
  const removed = await a.delete(`${url}/${gone.json().id}`);
  if (kept.statusCode !== 201 || removed.statusCode !== 200)
    throw new Error(`${url} took no record with the canary: ${kept.body} ${gone.body} ${removed.body}`);
}

/** A produto with a photo, in a deposito, with a line in the ledger. */
async function stock(a: Client, registers: Register[], { canary, foto }: { canary: string; foto: string }) {
  const create = async (table: string, values: object) => {
    const register = registers.find((each) => each.table === table);
    const response = await a.post(`/api/${table}`, { ...(await register?.input(a, canary)), ...values });
    if (response.statusCode !== 201) throw new Error(`${table} took no record: ${response.body}`);
    return response.json().id;
  };
  const deposito_id = await create('depositos', {});
  const saldo = { deposito_id, quantidade: '5', quantidade_lida: null };
  const produto_id = await create('produtos', { fotos: [foto], depositos: [saldo] });
  await a.post('/api/movimentos', {
    id: randomUUID(),
    tipo: 'entrada',
    produto_id,
    deposito_id,
    destino_id: null,
    quantidade: '1',
    saldo_lido: null,
    motivo: canary,
  });
}
