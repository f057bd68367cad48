import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#platform/config.ts';
import { openMedia } from '#platform/media.ts';
import { guardConsole, onStop } from '#platform/process.ts';
import { openApp } from './app.ts';

const config = readConfig();
const { app, storage, leave } = await openApp(config);
const media = config.MEDIA_PORT === undefined ? null : await openMedia({ storage, log: app.log });

guardConsole(app.log);
onStop(app.log, async () => {
  leave();
  // The balancer sees /readyz fail and sends no more; what it already sent is answered.
  if (config.NODE_ENV === 'production') await sleep(5000);
  await app.close();
  await media?.close();
});

await app.listen({ host: config.HOST, port: config.PORT });
await media?.listen({ host: config.HOST, port: config.MEDIA_PORT ?? 0 });
