import { join } from 'node:path';
import { authorize as authorizeSeller } from '../kit/contas.ts';
import { NO_LIMITS, type Operator, openProduct, openStage } from '../kit/product.ts';
import type { Place } from '../kit/proof.ts';
import { openStandIn } from '../kit/stand-in.ts';
import { openWire } from './wire.ts';

export interface Conta {
  empresaId: string;
  contaId: string;
  seller: number;
}

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts the product and the simulated Mercado Livre, and collects logs and answers. */
export async function openSite(place: Place) {
  const stage = await openStage(place, { fsync: 'off', max_connections: '400' });
  const log = join(place.folder, 'processes.log');
  const product = await openProduct(stage, {
    log,
    settings: { ...NO_LIMITS, LOG_LEVEL: 'debug', MERCADO_LIVRE_CALLS_PER_SECOND: '10000' },
  });
  const { env, sql, ask } = product;
  const standIn = await openStandIn(place);
  await standIn.unlimited();
  const wire = await openWire(place.port);
  place.onEnd(wire.stop);
  const overheard = {
    DATABASE_URL: wire.over(env['DATABASE_URL'] ?? ''),
    AUTH_DATABASE_URL: wire.over(env['AUTH_DATABASE_URL'] ?? ''),
  };
  product.run('worker', overheard);
  await product.serve(overheard);

  /** The answers that `call` received, and their headers. None may contain a token. */
  const answers: string[] = [];
  /** The secrets that the proof itself generates or receives, and that the product must not store. */
  const secrets = new Set<string>();

  /** Sends a request and records the answer. Use it only if the answer contains no secret by design. */
  async function call<T>(operator: Operator, method: string, path: string, body?: object) {
    const { status, headers, text } = await ask(operator, method, path, body);
    answers.push(text, JSON.stringify([...headers]));
    return { status, body: JSON.parse(text) as T };
  }

  async function authorize(operator: Operator, seller: number) {
    const request = await authorizeSeller(product, operator, seller);
    if (request.state === '') throw new Error('the product did not start a conexao');
    for (const secret of [request.code_verifier, request.state, request.code]) secrets.add(secret);
    return request;
  }

  let sellers = 0;
  return {
    ...{ env, log, sql, standIn, wire, answers, secrets, authorize, call },
    data: join(place.folder, 'postgres'),
    adminUrl: stage.postgres.url(product.database),
    onEnd: place.onEnd,
    async anOperator(): Promise<Operator> {
      const operator = await product.anOperator();
      secrets.add(operator.cookie.slice(operator.cookie.indexOf('=') + 1));
      return operator;
    },
    async aSeller(vendas = 0): Promise<number> {
      sellers += 1;
      const id = 3_000_000_000 + sellers;
      const anuncios = vendas > 0 ? 30 : 3;
      await standIn.aSeller({ id, apelido: `VENDEDOR${sellers}`, semente: 1, anuncios, vendas });
      return id;
    },
    async connect(operator: Operator, seller: number): Promise<Conta> {
      const { status, body } = await call<{ id: string }>(
        operator,
        'POST',
        '/api/contas',
        await authorize(operator, seller),
      );
      if (status !== 201) throw new Error(`the conta was not connected: ${JSON.stringify(body)}`);
      return { empresaId: operator.empresaId, contaId: body.id, seller };
    },
    /** How often the product requested a token for the seller, including the exchange of a code. */
    tokenCalls: async (seller: number): Promise<number> =>
      (await standIn.calls()).rotas['POST /oauth/token']?.vendedores[String(seller)] ?? 0,
    /** Every code and token that the simulated Mercado Livre has issued. */
    issued: async () => (await (await fetch(`${standIn.url}/_emitidos`)).json()) as string[],
    async rowOf({ contaId }: Conta): Promise<{ versao: number; situacao: string }> {
      const [row] = await sql(
        `select t.versao, c.situacao from mercado_livre_tokens t
         join mercado_livre_config c on c.empresa_id = t.empresa_id and c.id = t.conta_id where t.conta_id = $1`,
        [contaId],
      );
      return row;
    },
    /** Makes the access token expire so soon that the product refreshes it. */
    lapse: ({ contaId }: Conta) =>
      sql("update mercado_livre_tokens set expires_at = now() + interval '4 minutes' where conta_id = $1", [
        contaId,
      ]),
    /** Milliseconds until no connection of role `app` is idle in a transaction or waits for a lock. */
    async untilFree(limitMs = 20_000): Promise<number> {
      const began = Date.now();
      for (;;) {
        const [row] = await sql(
          `select (select count(*) from pg_stat_activity where datname = current_database() and usename = 'app'
                     and (state like 'idle in transaction%' or wait_event_type = 'Lock'))::int as busy`,
        );
        if (row.busy === 0 || Date.now() - began > limitMs) return Date.now() - began;
      }
    },
  };
}
