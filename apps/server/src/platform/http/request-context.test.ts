import { expect, test } from 'vitest';
import { mercadoLivreApp } from '#testing/mercado-livre.ts';
import { linesOf, redirectLogs } from '#testing/telemetry/log-lines.ts';

const readLogs = redirectLogs();
const { anEmpresa, aSeller, authorize, behave, misbehave, sql } = await mercadoLivreApp({
  LOG_LEVEL: 'info',
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

/** The lines of one request, once its last line is written. */
async function linesOfRequest(reqId: unknown) {
  const lines = () => linesOf(readLogs()).filter((line) => line.reqId === reqId);
  await expect.poll(() => lines().at(-1)?.msg).toBe('request completed');
  return lines();
}

test('every line of a request says its id, trace, empresa and person, and no content', async () => {
  const ana = await anEmpresa();
  const body = await authorize(ana, await aSeller());
  await misbehave({ 'mercado-livre': '500', rota: 'POST /oauth/token' });
  const refused = await ana.post('/api/contas', body, { traceparent });
  await behave();
  const lines = await linesOfRequest(refused.json().pedido);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'incoming request',
    'code not exchanged',
    'request completed',
  ]);
  // Before the session is read, nobody knows the person.
  for (const line of lines.slice(1))
    expect(line).toMatchObject({ trace: traceId, empresa: ana.empresaId, user: ana.userId });
  expect(JSON.stringify(lines)).not.toContain(body.code);
});

test('the lines of two requests at once keep to their own empresas', async () => {
  const people = [await anEmpresa(), await anEmpresa('Bruno Lima')];
  const answers = await Promise.all(
    [...people, ...people].map(async (person) => ({
      person,
      answer: await person.post('/api/contas', { code: 'x' }),
    })),
  );
  for (const { person, answer } of answers)
    expect((await linesOfRequest(answer.json().pedido)).at(-1)).toMatchObject({
      empresa: person.empresaId,
      user: person.userId,
    });
});

test('a job carries the trace of the request that enqueued it', async () => {
  const ana = await anEmpresa();
  const connected = await ana.post('/api/contas', await authorize(ana, await aSeller()), { traceparent });
  expect(connected.statusCode).toBe(201);
  const jobs = await sql('select data from pgboss.job where group_id = $1', [ana.empresaId]);
  expect(jobs.length).toBeGreaterThan(0);
  for (const { data } of jobs) expect(data['traceparent']).toContain(`-${traceId}-`);
});
