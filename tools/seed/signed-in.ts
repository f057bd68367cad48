/** Sends requests as the browser of a signed-in person does. */
export interface Caller {
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body: object | Uint8Array) => Promise<T>;
  signOut: () => Promise<void>;
}

/** Signs in at the API of a running product. `origin` is the origin of its pages. */
export async function signedIn(url: string, origin: string, sessao: object): Promise<Caller> {
  const headers: Record<string, string> = { origin };
  const answer = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(`${url}${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    if (cookies.length > 0) headers['cookie'] = cookies.join('; ');
    return response;
  };
  const post = async <T>(path: string, body: object | Uint8Array): Promise<T> => {
    const isFile = body instanceof Uint8Array;
    const type = isFile ? 'application/octet-stream' : 'application/json';
    const idempotency = { 'idempotency-key': crypto.randomUUID() };
    const response = await answer(path, {
      method: 'POST',
      headers: { ...headers, ...idempotency, 'content-type': type },
      body: isFile ? Buffer.from(body) : JSON.stringify(body),
    });
    return response.json() as Promise<T>;
  };
  await post('/api/sessoes', sessao);
  return {
    post,
    get: async <T>(path: string) => (await answer(path, { headers })).json() as Promise<T>,
    signOut: async () => void (await answer('/api/sessoes/atual', { method: 'DELETE', headers })),
  };
}
