import { readFile } from 'node:fs/promises';
import { startProduct } from '../tools/product.ts';
import { secretsInLog } from './secrets.ts';

/** The first of six ports of the product under test. Two runs on one machine need two ranges. */
export const PORT = Number(process.env['E2E_PORT'] ?? 18_000);

export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct(PORT);
  return async () => {
    const log = await readFile(product.log, 'utf8').finally(product.stop);
    if (!log.includes('/api/sessoes'))
      throw new Error('The log of the server contains no request, so the search would prove nothing.');
    const leaked = secretsInLog(log);
    if (leaked.length > 0) throw new Error(`The log of the server contains secrets: ${leaked.join(', ')}`);
  };
}
