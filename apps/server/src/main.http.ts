import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, refuseSecretsInEnvironment } from '#platform/config.ts';
import { openMedia } from '#platform/http/media.ts';
import { openMetrics } from '#platform/metrics/endpoint.ts';
import { guardConsole, onStop } from '#platform/process.ts';
import { startTracing } from '#platform/tracing/start-tracing.ts';
import { openApp } from './app.ts';

const config = readConfig();
refuseSecretsInEnvironment(config);
const tracing = await startTracing(config, 'prumo-http');
const { app, storage, health } = await openApp(config);
const media = config.MEDIA_PORT === undefined ? null : await openMedia({ storage, log: app.log });
const metrics = await openMetrics(config, { isReady: health.isReady, log: app.log });

guardConsole(app.log);
onStop(app.log, config.PATIENCE, async () => {
  health.leave();
  // The load balancer sees /readyz fail and stops sending requests. The server still answers requests that it
  // has already received.
  if (config.NODE_ENV === 'production') await sleep(5000);
  await app.close();
  await media?.close();
  await metrics?.close();
  await tracing?.close();
});

// The kernel drops connections beyond the backlog, and TCP retries them only after seconds. With a long
// backlog the process accepts them and can refuse them immediately.
await app.listen({ host: config.HOST, port: config.PORT, backlog: 4096 });
await media?.listen({ host: config.HOST, port: config.MEDIA_PORT ?? 0 });
