import { type Handler, text } from '#http.ts';
import { answerControl } from '#mercado-livre/control/control.ts';
import { type Codes, decide, showAuthorization } from '#mercado-livre/oauth/authorize.ts';
import { answerPicture } from '#mercado-livre/pictures/pictures.ts';
import { answerApi } from './api.ts';
import type { World } from './world.ts';

/** The simulated services by prefix, and the handler of the control routes `/_mercado-livre/…`. */
export function openMercadoLivre(world: World): { services: [string, Handler][]; control: Handler } {
  const codes: Codes = new Map();
  return {
    services: [
      ['mercado-livre-auth', (request) => answerAuthorization(world, codes, request)],
      ['mercado-livre', (request) => answerApi(world, codes, request)],
      ['mercado-livre-fotos', (request) => answerPicture(world, request)],
    ],
    control: (request) => answerControl(world, request),
  };
}

function answerAuthorization(world: World, codes: Codes, request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  switch (`${request.method} ${pathname.slice(new URL(world.urls.auth).pathname.length)}`) {
    case 'GET /authorization':
      return showAuthorization(world, request);
    case 'POST /authorization/decisao':
      return decide(world, codes, request);
    default:
      return text(404, 'Nada aqui.');
  }
}
