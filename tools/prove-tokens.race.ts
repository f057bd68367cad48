import { median } from './proof.ts';
import type { Asker } from './prove-tokens.askers.ts';
import type { Measure } from './prove-tokens.measure.ts';
import type { Conta, Site } from './prove-tokens.site.ts';

/** Long enough for the word to reach every process. */
const HEAD_START_MS = 25;

/** How a token comes to its end, each as often as the others. */
const ENDS = [
  /** As it should be noticed: in time. */
  (site: Site, conta: Conta) => site.lapse(conta),
  /** Too late, here and there. */
  async (site: Site, conta: Conta) => {
    await site.sql(
      "update mercado_livre_tokens set expires_at = now() - interval '1 minute' where conta_id = $1",
      [conta.contaId],
    );
    await site.control(`/vendedores/${conta.seller}/expirar`);
  },
  /** There alone: we believe in it until the first refusal. */
  (site: Site, conta: Conta) => site.control(`/vendedores/${conta.seller}/expirar`),
];

/** All processes ask at the same moment for the token of one conta that has come to its end, again and again. */
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
      // Mercado Livre does not say whether a refresh ends the access token before it: both ways.
      await site.control('/ajustes', { accessMorreNoRefresh: true }, 'PATCH');
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
  await site.control('/ajustes', { accessMorreNoRefresh: false }, 'PATCH');
  const after = await site.rowOf(conta);
  const size = `${askers.length} processes, ${rounds} rounds`;
  const none = (name: string, findings: string[] = []): Measure => ({
    name,
    value: findings.length,
    bar: { exactly: 0 },
    findings,
  });
  return [
    { ...none('rounds with more or less than one refresh', seen['wrongRefreshes']), size },
    none('rounds after which the conta is disconnected', seen['disconnected']),
    none('askers not let in', seen['notLetIn']),
    none('rounds in which not all have the same new token', seen['tokens']),
    { name: 'new versions of the tokens', value: after.versao - before.versao, bar: { exactly: rounds } },
    {
      name: 'askers before anybody had the new token, median',
      value: median(early),
      bar: { min: askers.length / 2 },
    },
    { name: 'slowest of a round, median ms', value: Math.round(median(slowest)) },
  ];
}
