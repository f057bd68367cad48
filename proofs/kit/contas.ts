import { authorize as authorizeAt } from '../../tools/authorize.ts';
import type { Operator, Product } from './product.ts';

type Person = Pick<Operator, 'cookie' | 'userId'>;
type Connecting = Pick<Product, 'env' | 'confirm' | 'ask'>;

/**
 * Gives the seller's consent at Mercado Livre. Returns the body of POST /api/contas, with the authorization
 * code.
 */
export async function authorize({ env, confirm, ask }: Connecting, operator: Person, seller: number) {
  await confirm(operator);
  const begin = async (body: object) => {
    const { text } = await ask(operator, 'POST', '/api/contas/conexoes', body);
    return { state: (JSON.parse(text) as { state?: string }).state ?? '' };
  };
  return authorizeAt(env, begin, seller);
}

/**
 * Connects a seller and returns the conta. Sends a refused request again, as a person does, at most `tries`
 * times.
 */
export async function connect(
  product: Connecting,
  operator: Person,
  seller: number,
  tries = 1,
): Promise<{ id: string }> {
  for (let n = 1; ; n++) {
    const { status, text } = await product.ask(
      operator,
      'POST',
      '/api/contas',
      await authorize(product, operator, seller),
    );
    if (status === 201) return JSON.parse(text);
    if (n === tries) throw new Error(`${seller} was not connected: ${status} ${text}`);
  }
}
