import type { InjectOptions } from 'fastify';
import type { App } from '#platform/http/http.ts';
import { ORIGIN } from './harness.ts';

/** A browser without pages. It sends the headers of the web and keeps the cookies that the server sets. */
export function aBrowser(app: App, headers: Record<string, string> = {}) {
  const jar = new Map<string, string>();
  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
    const options: InjectOptions = {
      method,
      url,
      ...(payload !== undefined && { payload }),
      headers: {
        origin: ORIGIN,
        'user-agent': CHROME,
        ...headers,
        ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
      },
    };
    const response = await app.inject(options);
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
  return {
    jar,
    send,
    get: (url: string) => send('GET', url),
    post: (url: string, body?: object) => send('POST', url, body),
    put: (url: string, body: object) => send('PUT', url, body),
    delete: (url: string) => send('DELETE', url),
    signIn: (person: { email: string; senha: string }) =>
      send('POST', '/api/sessoes', { email: person.email, senha: person.senha }),
    /** Returns the signed-in person according to the server. */
    whoAmI: async (): Promise<{ email: string; factors: { id: string; status: string }[] } | null> =>
      (await send('GET', '/api/sessoes/atual')).json().sessao?.usuario ?? null,
  };
}

export type Browser = ReturnType<typeof aBrowser>;

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
