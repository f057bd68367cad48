import { startProduct } from '../tools/product.ts';

/** Where the product under test listens; playwright.config.ts and the fixtures say the same. */
export const PORT = 18_000;

export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct(PORT);
  return product.stop;
}
