import type { FastifyContextConfig } from 'fastify';
import {
  httpInFlight,
  httpInFlightLimit,
  httpRequests,
  type METHODS,
  STATUSES,
} from '#platform/metrics/metrics.ts';
import type { App } from './http.ts';

/** The label of an address that no route serves. */
const NO_ROUTE = 'none';

/** Measures every request by its route pattern. The returned function ends the measuring. */
export function measureRequests(app: App, pressure: { readonly inFlight: number; readonly limit: number }) {
  /** The histograms of a route, one for each class of status, so that a request looks one up and builds none. */
  const known = new WeakMap<FastifyContextConfig, ReturnType<typeof histogramsOf>>();
  const unknown = histogramsOf('', NO_ROUTE);
  app.decorateReply('isStream', false);
  app.addHook('onResponse', (request, reply, done) => {
    if (!reply.isStream) {
      const { config, url } = request.routeOptions;
      let histograms = url === undefined ? unknown : known.get(config);
      if (!histograms) {
        histograms = histogramsOf(request.method, url ?? NO_ROUTE);
        known.set(config, histograms);
      }
      histograms[Math.floor(reply.statusCode / 100) - 1]?.observe(reply.elapsedTime / 1000);
    }
    done();
  });
  const stops = [
    httpInFlight.watch(() => [[{}, pressure.inFlight]]),
    httpInFlightLimit.watch(() => [[{}, pressure.limit]]),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

type Method = (typeof METHODS)[number];

const histogramsOf = (method: string, route: string) =>
  STATUSES.map((status) => httpRequests({ method: method as Method, route, status }));
