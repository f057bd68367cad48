import { afterAll } from 'vitest';
import { openLog } from '#platform/log.ts';
import { openMetricsEndpoint } from '#platform/metrics/endpoint.ts';

/** Opens the port of metrics of this process, and reads it as Prometheus does. */
export async function openScrape(isReady: () => boolean | Promise<boolean> = () => true) {
  const log = openLog('silent');
  const endpoint = await openMetricsEndpoint({ host: '127.0.0.1', port: 0, isReady, log });
  afterAll(endpoint.close);
  const get = (path: string) => fetch(`http://127.0.0.1:${endpoint.port}${path}`);
  const text = async () => (await get('/metrics')).text();
  return {
    get,
    text,
    /** The value of a series, such as `prumo_mail_total{outcome="sent"}`. 0 without the series. */
    async value(series: string): Promise<number> {
      const line = (await text()).split('\n').find((each) => each.startsWith(`${series} `));
      return Number(line?.slice(series.length + 1) ?? 0);
    },
  };
}
