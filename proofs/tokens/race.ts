import { type Measure, median } from '../kit/figures.ts';
import type { Asker } from './askers.ts';
import type { Conta, Site } from './site.ts';

/**
 * The time between the message and the start of a round: long enough for the message to reach every process.
 */
const HEAD_START_MS = 25;

/** The ways in which a token expires. The rounds use them in rotation. */
const ENDS = [
  /** The token is about to expire, and the product knows it. */
  (site: Site, conta: Conta) => site.lapse(conta),
  /** The token has expired, both in the database and at Mercado Livre. */
  async (site: Site, conta: Conta) => {
    await site.sql(
      "update mercado_livre_tokens set expires_at = now() - interval '1 minute' where conta_id = $1",
      [conta.contaId],
    );
    await site.standIn.control('POST', `/vendedores/${conta.seller}/expirar`);
  },
  /** The token has expired only at Mercado Livre, so the product uses it until the first refusal. */
  (site: Site, conta: Conta) => site.standIn.control('POST', `/vendedores/${conta.seller}/expirar`),
];

/** In each round the token of one conta expires, and all processes ask for a new one at the same moment. */
export async function race(
  site: Site,
  conta: Conta,
  askers: readonly Asker[],
  rounds: number,
): Promise<Measure[]> {
  const seen = { wrongRefreshes: [], notLetIn: [], tokens: [], disconnected: [] } as Record<string, string[]>;
  const early: number[] = [];
  const slowest: number[] = [];
  const before = await site.rowOf(conta);
  let [calls, last] = [await site.tokenCalls(conta.seller), ''];
  for (let round = 0; round < rounds; round++) {
    if (round === Math.floor(rounds / 2))
      // Mercado Livre does not document whether a refresh ends the previous access token, so the proof tries
      // both.
      await site.standIn.control('PATCH', '/ajustes', { accessMorreNoRefresh: true });
    await ENDS[round % ENDS.length]?.(site, conta);
    const at = performance.timeOrigin + performance.now() + HEAD_START_MS;
    const answers = await Promise.all(askers.map((asker) => asker.ask(conta, at)));
    const refreshes = (await site.tokenCalls(conta.seller)) - calls;
    calls += refreshes;
    if (refreshes !== 1) seen['wrongRefreshes']?.push(`round ${round}: ${refreshes} refreshes`);
    const refused = answers.filter(({ outcome }) => outcome !== 'ok');
    for (const { outcome } of refused) seen['notLetIn']?.push(`round ${round}: ${outcome}`);
    const held = new Set(answers.filter(({ token }) => token !== '').map(({ token }) => token));
    if (held.size !== 1 || held.has(last))
      seen['tokens']?.push(`round ${round}: ${held.size} different tokens`);
    [last = ''] = held;
    const firstHad = Math.min(...answers.filter(({ had }) => had > 0).map(({ had }) => had));
    early.push(answers.filter(({ began }) => began < firstHad).length);
    slowest.push(Math.max(...answers.map(({ began, ended }) => ended - began)));
    const { situacao } = await site.rowOf(conta);
    if (situacao !== 'ativa') {
      seen['disconnected']?.push(`round ${round}: ${situacao}`);
      break;
    }
  }
  await site.standIn.control('PATCH', '/ajustes', { accessMorreNoRefresh: false });
  const after = await site.rowOf(conta);
  const size = `${askers.length} processes, ${rounds} rounds`;
  const none = (name: string, findings: string[] = []): Measure => ({
    name,
    value: findings.length,
    bar: { exactly: 0 },
    findings,
  });
  return [
    { ...none('rounds without exactly one refresh', seen['wrongRefreshes']), size },
    none('rounds after which the conta is not ativa', seen['disconnected']),
    none('askers without a working token', seen['notLetIn']),
    none('rounds in which the askers do not all get the same new token', seen['tokens']),
    { name: 'new versions of the tokens', value: after.versao - before.versao, bar: { exactly: rounds } },
    {
      name: 'askers that started before one had the new token, median over the rounds',
      value: median(early),
      bar: { min: askers.length / 2 },
    },
    { name: 'slowest asker of a round, median over the rounds, ms', value: Math.round(median(slowest)) },
  ];
}
