import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { Place } from '../kit/proof.ts';
import { run } from './machine.ts';

/** A TLS server whose certificate the proof replaces. */
export async function openCertificate({ folder, onEnd }: Place, port: number) {
  const issue = (days: number) => {
    const [key, cert] = [join(folder, `tls-${days}.key`), join(folder, `tls-${days}.crt`)];
    run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', key, '-out', cert, '-days', String(days), '-subj', '/CN=prumo.example.com'],
    ]);
    return { key: readFileSync(key), cert: readFileSync(cert) };
  };
  const server = createServer(issue(90), (socket) => socket.end());
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onEnd(() => new Promise((resolve) => server.close(resolve)));
  return { serve: (days: number) => server.setSecureContext(issue(days)) };
}
