import { randomUUID } from 'node:crypto';
import { type BurstInput, type BurstReport, startBurst } from '#mercado-livre/notifications/burst.ts';
import {
  aNotification,
  IRREGULARITIES,
  type Irregularity,
} from '#mercado-livre/notifications/notification.ts';
import { TOPICS } from '#mercado-livre/oauth/application.ts';
import type { World } from '#mercado-livre/world.ts';
import { isCount, isFlag, isOneOf, isShare, isText, isTexts, maybe } from './body.ts';
import { type ControlCall, type ControlRoute, noSuchSeller, nothing } from './route.ts';

const bursts = new WeakMap<World, Map<string, BurstReport>>();
const burstsOf = (world: World) => {
  const known = bursts.get(world) ?? new Map<string, BurstReport>();
  bursts.set(world, known);
  return known;
};
const isAtLeastOne = (value: unknown) => isCount(value) && Number(value) > 0;

export const CONTROL_NOTIFICATION_ROUTES: readonly ControlRoute[] = [
  {
    name: 'GET /notificacoes',
    about: 'Quantas foram enviadas, aceitas, perdidas, caladas.',
    answer: ({ world }) => Response.json({ ...world.notifier.report(), horaMs: world.notifier.hourMs }),
  },
  {
    name: 'PATCH /notificacoes',
    about: '{"horaMs":1000}: quanto dura a hora das oito tentativas.',
    fields: { horaMs: isAtLeastOne },
    answer: ({ world, body }) => {
      world.notifier.hourMs = Number(body['horaMs']);
      return Response.json({ horaMs: world.notifier.hourMs });
    },
  },
  {
    name: 'POST /notificacoes',
    about:
      '{"vendedor":1001000050,"topico":"orders_v2","recursos":["/orders/…"],"copias":2,"embaralhar":true,"irregular":"sem-id","aplicacao":"…"}: envia avisos à mão.',
    fields: {
      vendedor: isCount,
      topico: isOneOf(...TOPICS),
      recursos: isTexts,
      copias: maybe(isAtLeastOne),
      embaralhar: maybe(isFlag),
      irregular: maybe(isOneOf(...Object.keys(IRREGULARITIES))),
      aplicacao: maybe(isText),
    },
    answer: send,
  },
  {
    name: 'POST /rajada',
    about:
      '{"vendedor":1001000050,"porSegundo":100,"segundos":10,"recursos":500,"duplicadas":0.1,"reordenadas":0.1,"topico":"orders_v2"}: muitos avisos de uma vez; responde com o id do relatório.',
    fields: {
      vendedor: isCount,
      porSegundo: (value) => isAtLeastOne(value) && Number(value) <= 2000,
      segundos: (value) => isAtLeastOne(value) && Number(value) <= 600,
      recursos: isAtLeastOne,
      duplicadas: maybe(isShare),
      reordenadas: maybe(isShare),
      topico: isOneOf('orders_v2', 'items'),
      aplicacao: maybe(isText),
    },
    answer: burst,
  },
  {
    name: 'GET /rajada/:burst',
    about: 'O relatório da rajada: enviadas, respondidas, latência p50 e p99, status.',
    answer: ({ world, params }) => {
      const report = burstsOf(world).get(params['burst'] ?? '');
      return report ? Response.json(report) : nothing('Esta rajada');
    },
  },
];

const applicationOf = ({ world, body }: ControlCall) =>
  body['aplicacao'] === undefined
    ? [...world.applications.values()].find(({ callback }) => callback !== null)
    : world.applications.get(String(body['aplicacao']));

function send(call: ControlCall): Response {
  const { world, body } = call;
  const application = applicationOf(call);
  if (!application?.callback) return nothing('Uma aplicação com callback');
  const messages = ((body['recursos'] ?? []) as string[]).flatMap((resource) => {
    const about = {
      resource,
      user_id: Number(body['vendedor']),
      topic: String(body['topico']),
      application_id: Number(application.id),
    };
    const message = aNotification(about, world.clock.now());
    return Array.from({ length: Number(body['copias'] ?? 1) }, () => message);
  });
  const irregularity = body['irregular'] as Irregularity | undefined; // checked above
  const inOrder = body['embaralhar'] === true ? messages.toReversed() : messages;
  for (const message of inOrder) void world.notifier.send(application, message, { irregularity });
  return Response.json({ enviadas: messages.length }, { status: 202 });
}

function burst(call: ControlCall): Response {
  const { world, body } = call;
  const application = applicationOf(call);
  if (!application?.callback) return nothing('Uma aplicação com callback');
  const seller = world.sellers.find(Number(body['vendedor']));
  if (!seller) return noSuchSeller();
  const id = randomUUID();
  // The route has already validated each field.
  const input = { duplicadas: 0, reordenadas: 0, ...body } as unknown as BurstInput;
  burstsOf(world).set(id, startBurst(world, application, seller, input));
  return Response.json({ id }, { status: 202 });
}
