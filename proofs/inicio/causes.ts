import { CAUSAS } from '../../apps/server/src/testing/pendencias.ts';
import type { Inicio } from '../../packages/contract/src/inicio.ts';
import type { Product } from '../kit/product.ts';

export interface Judged {
  /** The milliseconds from the commit of each cause to the answer that shows it, and from its end to the one without it. */
  appeared: number[];
  closed: number[];
  findings: string[];
}

/** Plants the cause of each source in an empresa of its own, asks as the page does, and ends the cause. */
export async function proveCauses(product: Product): Promise<Judged> {
  const judged: Judged = { appeared: [], closed: [], findings: [] };
  for (const [fonte, plant] of Object.entries(CAUSAS)) {
    const operator = await product.anOperator();
    const other = await product.anOperator();
    const rows = async (of = operator) => (await product.call<Inicio>(of, 'GET', '/api/inicio')).pendencias;
    const found = async () => (await rows()).find((each) => each.fonte === fonte);
    if (await found()) judged.findings.push(`${fonte} is there before its cause`);
    const end = await plant(product.sql, operator);
    const planted = performance.now();
    const row = await found();
    judged.appeared.push(performance.now() - planted);
    if (!row) judged.findings.push(`${fonte} did not appear`);
    else if (row.numero !== 1 || row.acao.texto === '')
      judged.findings.push(`${fonte} has no number or action`);
    if ((await rows(other)).length > 0) judged.findings.push(`${fonte} appeared in another empresa`);
    await end();
    const ended = performance.now();
    if (await found()) judged.findings.push(`${fonte} did not close`);
    judged.closed.push(performance.now() - ended);
  }
  return judged;
}
