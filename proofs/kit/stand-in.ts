import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { startSandbox } from '../../apps/sandbox/src/sandbox.ts';
import { portsOf } from './product.ts';
import type { Place } from './proof.ts';

/** A seller of the stand-in, with the field names of its control API. */
interface Seller {
  id: number;
  apelido: string;
  semente: number;
  anuncios: number;
  vendas: number;
  fotos?: number;
  recursos?: readonly string[];
}

type Calls = Record<
  string,
  { total: number; status: Record<string, number>; vendedores: Record<string, number> }
>;

/** `misbehave` plants a fault in the stand-in at this address, `behave` removes all faults. */
export const faultsAt = (url: string) => ({
  async misbehave(fault: object): Promise<void> {
    const { status } = await fetch(`${url}/_falhas`, { method: 'POST', body: JSON.stringify(fault) });
    if (status !== 204) throw new Error(`the stand-in refuses the fault ${JSON.stringify(fault)}`);
  },
  behave: () => fetch(`${url}/_falhas`, { method: 'DELETE' }),
});

export type StandIn = Awaited<ReturnType<typeof openStandIn>>;

/** Starts the sandbox, which stands in for every outside service, and controls its Mercado Livre. */
export async function openStandIn({ port, onEnd }: Pick<Place, 'port' | 'onEnd'>) {
  const { url, stop } = await startSandbox({ port: portsOf(port).sandbox });
  onEnd(stop);

  async function control<T>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: object = {},
  ): Promise<T> {
    const answer = await fetch(`${url}/_mercado-livre${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** Changes the settings of the product's application at Mercado Livre. */
  const setApplication = (settings: object) =>
    control<void>('PATCH', `/aplicacoes/${MERCADO_LIVRE_CLIENT.id}`, settings);

  return {
    ...{ url, stop, control, setApplication },
    ...faultsAt(url),
    /** Raises the rate limits so far that no run reaches them. */
    unlimited: () =>
      setApplication({
        limites: {
          ...{ porMinuto: 60_000_000, rajada: 10_000_000 },
          ...{ rotas: {}, retryAfter: false, texto: false },
        },
      }),
    /** Stops the clock, so that orders change only when the proof changes them. */
    stopClock: (at = Date.now()) =>
      control<void>('POST', '/relogio', { agora: new Date(at).toISOString(), parado: true }),
    /** Moves a stopped clock up to ours, unless it is ahead. */
    async catchUp() {
      const { agora } = await control<{ agora: string }>('GET', '/relogio');
      const now = new Date().toISOString();
      if (Date.parse(agora) < Date.parse(now))
        await control('POST', '/relogio', { agora: now, parado: true });
    },
    aSeller: (seller: Seller) => control<void>('POST', '/vendedores', seller),
    /** How often each route of Mercado Livre was called. */
    calls: () => control<{ total: number; rotas: Calls }>('GET', '/contagem'),
    /** The orders of a seller in the stand-in's own data. */
    async *orders<Order>(seller: number, query = ''): AsyncGenerator<Order> {
      const answer = await fetch(`${url}/_mercado-livre/vendedores/${seller}/verdade${query}`);
      if (!answer.ok || !answer.body) throw new Error(`the orders of ${seller} answered ${answer.status}`);
      let rest = '';
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) yield JSON.parse(line) as Order;
      }
      if (rest !== '') yield JSON.parse(rest) as Order;
    },
  };
}
