import { LOOKUP_FAULTS } from '#consultas/lookup-faults.ts';
import { openLookups } from '#consultas/lookups.ts';
import { openGoogle } from '#google/google.ts';
import { GOOGLE_FAULTS } from '#google/google-faults.ts';
import { MERCADO_LIVRE_FAULTS } from '#mercado-livre/faults/faults.ts';
import { openMercadoLivre } from '#mercado-livre/mercado-livre.ts';
import { openWorld, type WorldOptions } from '#mercado-livre/world.ts';
import { openFaults } from './faults.ts';
import { showHome } from './home.ts';
import { type Handler, listen, text } from './http.ts';
import { openJournal } from './journal.ts';

export interface Sandbox {
  /** The base address. Each service has its own prefix, such as `<url>/google` and `<url>/viacep`. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * Starts the stand-in for every outside service. It keeps state, enforces the real rules, and simulates
 * faults on request.
 */
export async function startSandbox(options: {
  /** With 0 the kernel chooses a free port. */
  port: number;
  /** Return addresses that Google accepts in addition to the product's own on this machine. */
  redirectUris?: readonly string[];
  /** The applications registered with Mercado Livre, its clock, and other deviations from the default. */
  mercadoLivre?: WorldOptions;
}): Promise<Sandbox> {
  const { url, serve, stop } = await listen(options.port);
  const faults = openFaults({
    google: GOOGLE_FAULTS,
    ...LOOKUP_FAULTS,
    'mercado-livre': MERCADO_LIVRE_FAULTS,
  });
  /** Every token issued, so that a test can search for leaks. */
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
