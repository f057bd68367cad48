import {
  type Application,
  defaultApplication,
  PERMISSIONS,
  type RateLimits,
  TOPICS,
} from '#mercado-livre/oauth/application.ts';
import { areOf, type Body, type Fields, isCount, isFlag, isText, isTexts, maybe } from './body.ts';
import { type ControlRoute, nothing, wrong } from './route.ts';

const isLimits = (value: unknown) => {
  if (typeof value !== 'object' || value === null) return false;
  const checks: Record<string, (each: unknown) => boolean> = {
    porMinuto: (each) => isCount(each) && Number(each) > 0,
    rajada: (each) => isCount(each) && Number(each) > 0,
    rotas: (each) => typeof each === 'object' && each !== null && Object.values(each).every(isCount),
    retryAfter: isFlag,
    texto: isFlag,
  };
  return Object.entries(value).every(([name, each]) => checks[name]?.(each) ?? false);
};
const isAddress = (value: unknown) =>
  typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value);
const CHANGEABLE: Fields = {
  nome: maybe(isText),
  redirectUris: maybe(isTexts),
  localReturn: maybe(isFlag),
  pkce: maybe(isFlag),
  scopes: maybe(areOf('offline_access', 'read', 'write')),
  permissoes: maybe(areOf(...PERMISSIONS)),
  callback: maybe((value) => value === null || isAddress(value)),
  topicos: maybe(areOf(...TOPICS)),
  limites: maybe(isLimits),
  bloqueada: maybe(isFlag),
};
const EXAMPLE =
  '{"redirectUris":["https://…"],"pkce":true,"callback":"http://127.0.0.1:3000/…","topicos":["orders_v2"],"permissoes":["usuarios","publicacao","vendas","metricas"],"limites":{"porMinuto":1500,"rajada":1500,"rotas":{"PUT /items/:id":420},"retryAfter":false,"texto":false},"scopes":["offline_access","read","write"],"bloqueada":false}';

/** Control routes for the settings of applications, which the real Mercado Livre has in DevCenter. */
export const CONTROL_APPLICATION_ROUTES: readonly ControlRoute[] = [
  {
    name: 'GET /aplicacoes',
    about: 'As aplicações registradas.',
    answer: ({ world }) =>
      Response.json(
        [...world.applications.values()].map((application) => ({
          ...application,
          topicosDesligados: world.notifier.disabled(application.id),
        })),
      ),
  },
  {
    name: 'POST /aplicacoes',
    about: `{"id":"1234567890123456","segredo":"…"} e o que mais se puder mudar: registra outra.`,
    fields: {
      id: (value) => typeof value === 'string' && /^\d{16}$/.test(value),
      segredo: isText,
      ...CHANGEABLE,
    },
    answer: ({ world, body: { id, segredo, ...rest } }) => {
      if (world.applications.has(String(id))) return wrong('Já existe.');
      const secrets = [{ segredo: String(segredo), ate: Number.POSITIVE_INFINITY }];
      const application = defaultApplication({ id: String(id), segredos: secrets });
      world.applications.set(application.id, changed(application, rest));
      return Response.json(world.applications.get(application.id), { status: 201 });
    },
  },
  {
    name: 'PATCH /aplicacoes/:app',
    about: `${EXAMPLE}: muda os que vierem.`,
    fields: CHANGEABLE,
    answer: ({ world, params, body }) => {
      const application = world.applications.get(params['app'] ?? '');
      if (!application) return nothing('Esta aplicação');
      const after = changed(application, body);
      world.applications.set(after.id, after);
      if (body['limites'] !== undefined) world.limits.clear();
      for (const topic of body['topicos'] === undefined ? [] : after.topicos)
        world.notifier.subscribe(after.id, topic);
      return Response.json(after);
    },
  },
  {
    name: 'POST /aplicacoes/:app/segredo',
    about:
      '{"novo":"…","convivenciaSegundos":604800}: troca o segredo; o antigo vale até lá, e com ele o que se autorizou e não se renovou.',
    fields: {
      novo: isText,
      convivenciaSegundos: maybe((value) => isCount(value) && Number(value) <= 604_800),
    },
    answer: ({ world, params, body }) => {
      const application = world.applications.get(params['app'] ?? '');
      if (!application) return nothing('Esta aplicação');
      const until = world.clock.now() + Number(body['convivenciaSegundos'] ?? 0) * 1000;
      application.segredos = [
        { segredo: String(body['novo']), ate: Number.POSITIVE_INFINITY },
        ...application.segredos.map((each) => ({ ...each, ate: Math.min(each.ate, until) })),
      ];
      return new Response(null, { status: 204 });
    },
  },
  {
    name: 'POST /aplicacoes/:app/revogar',
    about: '{}: acaba com todas as autorizações da aplicação.',
    answer: ({ world, params }) => Response.json({ revogadas: world.grants.revokeAll(params['app'] ?? '') }),
  },
];

/** The route has already validated each field. */
function changed(application: Application, body: Body): Application {
  const { limites, ...rest } = body as Partial<Omit<Application, 'limites'>> & {
    limites?: Partial<RateLimits>;
  };
  return { ...application, ...rest, limites: { ...application.limites, ...limites } };
}
