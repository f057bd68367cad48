import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { DEV_PASSWORD } from '../../tools/postgres.ts';

interface Asked {
  method?: 'GET' | 'PATCH';
  /** The folder with the certificate of the caller. */
  certificate?: string;
  password?: string;
}

/** Asks the REST interface of Patroni, which has a certificate of the authority in `authority`. */
export function askPatroni(
  authority: string,
  address: string,
  path: string,
  { method = 'GET', certificate, password }: Asked = {},
): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const call = request(
    {
      ...{ host: address, port: 8008, path, method, agent: false, signal: AbortSignal.timeout(2000) },
      ca: readFileSync(join(authority, 'authority.pem')),
      ...(certificate && {
        cert: readFileSync(join(certificate, 'certificate.pem')),
        key: readFileSync(join(certificate, 'key.pem')),
      }),
      ...(password && { auth: `patroni:${password}` }),
      ...(method === 'PATCH' && { headers: { 'content-type': 'application/json' } }),
    },
    async (response) => {
      let body = '';
      try {
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode ?? 0, body });
      } catch (error) {
        reject(error);
      }
    },
  );
  call.on('error', reject);
  // A change that changes nothing.
  call.end(method === 'PATCH' ? '{"ttl": 20}' : undefined);
  return promise;
}

/** Tries to change the cluster with less than the password and a certificate. Returns what went otherwise than it must. */
export async function tryStrangers(tls: string, address: string): Promise<string[]> {
  const certificate = join(tls, 'app1');
  const tries = [
    { who: 'without password and certificate', asked: {}, expected: 403 },
    { who: 'without a certificate', asked: { password: DEV_PASSWORD }, expected: 403 },
    { who: 'without a password', asked: { certificate }, expected: 401 },
    { who: 'with a wrong password', asked: { certificate, password: 'wrong' }, expected: 401 },
    { who: 'with both', asked: { certificate, password: DEV_PASSWORD }, expected: 200 },
  ];
  const findings: string[] = [];
  for (const { who, asked, expected } of tries) {
    const { status } = await askPatroni(tls, address, '/config', { ...asked, method: 'PATCH' });
    if (status !== expected) findings.push(`a change ${who} was answered ${status} instead of ${expected}`);
  }
  return findings;
}
