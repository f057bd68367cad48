import { itemDate, readInstant } from '#mercado-livre/clock.ts';
import type { Settings } from '#mercado-livre/settings.ts';
import { isCount, isFlag, maybe } from './body.ts';
import { type ControlRoute, wrong } from './route.ts';

/** Control routes for the clock, the settings and the counts. */
export const CONTROL_WORLD_ROUTES: readonly ControlRoute[] = [
  {
    name: 'GET /relogio',
    about: 'Que horas são no mundo simulado.',
    answer: ({ world }) => Response.json({ agora: itemDate(world.clock.now()) }),
  },
  {
    name: 'POST /relogio',
    about: '{"agora":"2026-11-15T12:00:00Z","parado":true} ou {"avancarSegundos":3600}: acerta o relógio.',
    fields: {
      agora: maybe((value) => instantOf(value) !== undefined),
      avancarSegundos: maybe(isCount),
      parado: maybe(isFlag),
    },
    answer: ({ world, body }) => {
      if (body['agora'] !== undefined && body['avancarSegundos'] !== undefined) return wrong('Um ou outro.');
      const now = instantOf(body['agora']) ?? world.clock.now() + Number(body['avancarSegundos'] ?? 0) * 1000;
      world.clock.set(now, body['parado'] === true);
      return Response.json({ agora: itemDate(world.clock.now()) });
    },
  },
  {
    name: 'GET /ajustes',
    about: 'Os ajustes do que a documentação deixa em aberto.',
    answer: ({ world }) => Response.json(world.settings),
  },
  {
    name: 'PATCH /ajustes',
    about:
      '{"expiresIn":21600,"accessMorreNoRefresh":false,"multigetAntigo":false,"canceladosNaBusca":false,"precisaoDeHora":true,"scrollsAbertos":3,"intervaloDeEscritaMs":1000,"vendaMudaVersao":true,"copiaDoEstoqueMs":0,"copiasDosAvisos":1}: muda os que vierem.',
    fields: {
      expiresIn: maybe(isCount),
      accessMorreNoRefresh: maybe(isFlag),
      multigetAntigo: maybe(isFlag),
      canceladosNaBusca: maybe(isFlag),
      precisaoDeHora: maybe(isFlag),
      scrollsAbertos: maybe(isCount),
      intervaloDeEscritaMs: maybe(isCount),
      vendaMudaVersao: maybe(isFlag),
      copiaDoEstoqueMs: maybe(isCount),
      copiasDosAvisos: maybe(isCount),
    },
    answer: ({ world, body }) => {
      // The route has already validated each field.
      Object.assign(world.settings, body as Partial<Settings>);
      return Response.json(world.settings);
    },
  },
  {
    name: 'GET /contagem',
    about: 'Quantos pedidos por rota, vendedor e status.',
    answer: ({ world }) => Response.json(world.counts.read()),
  },
  {
    name: 'DELETE /contagem',
    about: 'Recomeça a contagem.',
    answer: ({ world }) => {
      world.counts.clear();
      return new Response(null, { status: 204 });
    },
  },
];

const instantOf = (value: unknown) => (typeof value === 'string' ? readInstant(value) : undefined);
