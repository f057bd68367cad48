import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { blurs, filterChain, turbulence, uses } from '../../apps/server/src/testing/images/hostile-svg.ts';
import { isShort } from '../kit/arguments.ts';
import { countOf, type Measure, median, timeBar } from '../kit/figures.ts';
import type { Site } from './site.ts';

const HOSTILE = [turbulence, blurs, uses, blurs, filterChain, blurs].map((each) => Buffer.from(each));
// The short form judges no time, so that a few uploads beside hostile images are enough.
const ROUNDS = isShort ? 1 : 8;
const UPLOADS = isShort ? 2 : 15;

/**
 * A quiet empresa uploads photos one after the other, alternately without and with an attack. In each attack,
 * a new empresa uploads hostile images at a steady rate without waiting for answers.
 */
export async function attacked(site: Site, perSecond: number): Promise<Measure[]> {
  const ana = await site.anEmpresa('Ana Souza');
  const photo = await aPhoto();
  const uploads = async () => {
    const sent: { status: number; ms: number }[] = [];
    for (let n = 0; n < UPLOADS; n++) sent.push(await ana.upload('fotos', photo));
    return sent;
  };
  await uploads();
  const quiet: number[] = [];
  const attackedMs: number[] = [];
  const refused: string[] = [];
  const toAttacker = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { ms } of await uploads()) quiet.push(ms);
    const attack = startAttack(await site.anEmpresa('Mallory'), perSecond);
    await attack.begun;
    for (const { status, ms } of await uploads()) {
      attackedMs.push(ms);
      if (status !== 201) refused.push(`an upload of another empresa was answered ${status}`);
    }
    for (const status of await attack.stop()) toAttacker.set(status, (toAttacker.get(status) ?? 0) + 1);
  }
  const ratio = median(attackedMs) / median(quiet);
  const answers = [...toAttacker].map(([status, count]) => `${count} × ${status}`).join(', ');
  const size = `${attackedMs.length} uploads, p50 ${Math.round(median(attackedMs))} ms (${Math.round(median(quiet))} ms without an attack); answers to the attacker: ${answers}`;
  return [
    countOf(`uploads of others refused at ${perSecond} attacks/s`, refused),
    {
      name: `upload time of others at ${perSecond} attacks/s, ratio to the time without an attack`,
      value: ratio,
      bar: timeBar(1.5),
      size,
    },
    {
      name: `hostile images accepted at ${perSecond} attacks/s`,
      value: toAttacker.get(201) ?? 0,
      bar: { exactly: 0 },
    },
  ];
}

type Attacker = Awaited<ReturnType<Site['anEmpresa']>>;

function startAttack(mallory: Attacker, perSecond: number) {
  let isOver = false;
  const statuses: Promise<number>[] = [];
  const begun = Promise.withResolvers<void>();
  const running = (async () => {
    for (let n = 0; !isOver; n++) {
      const file = HOSTILE[n % HOSTILE.length] ?? Buffer.alloc(0);
      statuses.push(mallory.upload('logos', file).then(({ status }) => status));
      // Three hostile images have been sent, so the next uploads compete with them.
      if (n === 2) begun.resolve();
      await sleep(1000 / perSecond);
    }
  })();
  return {
    begun: begun.promise,
    async stop() {
      isOver = true;
      await running;
      return Promise.all(statuses);
    },
  };
}

/** A photo of three million pixels, scaled up from 200 × 150 pixels of noise. It is expensive to encode. */
async function aPhoto(): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const photo = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#888', noise } })
    .resize(2000, 1500)
    .jpeg({ quality: 85 })
    .toBuffer();
  return Buffer.from(photo);
}
