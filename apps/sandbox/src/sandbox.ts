import { LOOKUP_FAULTS } from './consultas/lookup-faults.ts';
import { openLookups } from './consultas/lookups.ts';
import { openFaults } from './faults.ts';
import { openGoogle } from './google/google.ts';
import { GOOGLE_FAULTS } from './google/google-faults.ts';
import { showHome } from './home.ts';
import { type Handler, listen, text } from './http.ts';
import { openJournal } from './journal.ts';
import { openMercadoLivre } from './mercado-livre/mercado-livre.ts';
import { MERCADO_LIVRE_FAULTS } from './mercado-livre/mercado-livre-faults.ts';
import { openWorld, type WorldOptions } from './mercado-livre/world.ts';

export interface Sandbox {
  /** Each service has a prefix of its own: the simulated Google is the issuer `<url>/google`, ViaCEP is `<url>/viacep`. */
  url: string;
  stop: () => Promise<void>;
}

/** A stand-in for the world outside: it keeps state, enforces the real rules, and misbehaves on request. */
export async function startSandbox(options: {
  /** 0 takes a free one. */
  port: number;
  /** Return addresses accepted beside our own on this machine. */
  redirectUris?: readonly string[];
  /** What is registered with Mercado Livre, what time it is there, and what else is not as usual. */
  mercadoLivre?: WorldOptions;
}): Promise<Sandbox> {
  const { url, serve, stop } = await listen(options.port);
  const faults = openFaults({
    google: GOOGLE_FAULTS,
    ...LOOKUP_FAULTS,
    'mercado-livre': MERCADO_LIVRE_FAULTS,
  });
  /** Every token handed out, so that a test run can search for leaks. */
  const issued: string[] = [];
  const world = openWorld(url, { ...options.mercadoLivre, faults, issued });
  const mercadoLivre = openMercadoLivre(world);
  const services = new Map<string, Handler>([
    [
      'google',
      openGoogle({ issuer: `${url}/google`, redirectUris: options.redirectUris ?? [], faults, issued }),
    ],
    ...openLookups(faults),
    ...mercadoLivre.services,
  ]);
  const journal = openJournal([...services.keys()]);

  serve((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/') return showHome(url, faults);
    if (pathname === '/_emitidos') return Response.json(issued);
    if (pathname === '/_pedidos') return journal.show();
    if (pathname.startsWith('/_falhas')) return faults.handle(request);
    if (/^\/_mercado-livre(\/|$)/.test(pathname)) return mercadoLivre.control(request);
    const [, name = ''] = pathname.split('/');
    const service = services.get(name);
    if (!service) return text(404, 'Nada aqui.');
    journal.note(name, request);
    return service(request);
  });
  return {
    url,
    stop: async () => {
      world.notifier.stop();
      await stop();
    },
  };
}
