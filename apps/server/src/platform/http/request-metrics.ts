import type { FastifyContextConfig } from 'fastify';
import {
  httpInFlight,
  httpInFlightLimit,
  httpRequests,
  type METHODS,
  STATUSES,
} from '#platform/metrics/metrics.ts';
import type { Observed } from '#platform/metrics/tallies.ts';
import type { App } from './http.ts';

/** The label of an address that no route serves. */
const NO_ROUTE = 'none';

/** Measures every request by its route pattern. The returned function ends the measuring. */
export function measureRequests(app: App, pressure: { readonly inFlight: number; readonly limit: number }) {
  /** The histograms of a route by class of status, so that a request looks one up and builds none. */
  const known = new WeakMap<FastifyContextConfig, Observed[]>();
  const unknown: Observed[] = [];
  app.decorateReply('isStream', false);
  app.addHook('onResponse', (request, reply, done) => {
    if (!reply.isStream) {
      const { config, url } = request.routeOptions;
      let histograms = url === undefined ? unknown : known.get(config);
      if (!histograms) {
        histograms = [];
        known.set(config, histograms);
      }
      const n = Math.floor(reply.statusCode / 100) - 1;
      const route = url ?? NO_ROUTE;
      // Most routes never answer with most classes, so each is opened at its first response.
      histograms[n] ??= histogramOf(url === undefined ? '' : request.method, route, STATUSES[n] ?? '5xx');
      histograms[n].observe(reply.elapsedTime / 1000);
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

const histogramOf = (method: string, route: string, status: (typeof STATUSES)[number]) =>
  httpRequests({ method: method as Method, route, status });
