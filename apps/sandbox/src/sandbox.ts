import { openFaults } from './faults.ts';
import { openGoogle } from './google/google.ts';
import { GOOGLE_FAULTS } from './google/google-faults.ts';
import { showHome } from './home.ts';
import { listen, text } from './http.ts';

export interface Sandbox {
  /** The simulated Google is the issuer `<url>/google`. */
  url: string;
  stop: () => Promise<void>;
}

/** A stand-in for the world outside: it keeps state, enforces the real rules, and misbehaves on request. */
export async function startSandbox(options: {
  /** 0 takes a free one. */
  port: number;
  /** Return addresses accepted beside our own on this machine. */
  redirectUris?: readonly string[];
}): Promise<Sandbox> {
  const { url, serve, stop } = await listen(options.port);
  const faults = openFaults({ google: GOOGLE_FAULTS });
  /** Every token handed out, so that a test run can search for leaks. */
  const issued: string[] = [];
  const google = openGoogle({
    issuer: `${url}/google`,
    redirectUris: options.redirectUris ?? [],
    faults,
    issued,
  });

  serve((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/') return showHome(url, faults);
    if (pathname === '/_emitidos') return Response.json(issued);
    if (pathname.startsWith('/_falhas')) return faults.handle(request);
    if (pathname.startsWith('/google/')) return google(request);
    return text(404, 'Nada aqui.');
  });
  return { url, stop };
}
