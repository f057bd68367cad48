import type { Seller } from '#mercado-livre/users/seller.ts';
import type { World } from '#mercado-livre/world.ts';
import type { Body, Fields } from './body.ts';

export interface ControlCall {
  world: World;
  request: Request;
  params: Readonly<Record<string, string>>;
  /** The route's `fields` have validated the body, so the handler may cast its values with `as`. */
  body: Body;
}

export interface ControlRoute {
  /** Such as `POST /relogio`, below `/_mercado-livre`. */
  name: string;
  /** The fields of the body. A body with any other field is refused. */
  fields?: Fields;
  /** A description with an example of the body, for the home page. */
  about: string;
  answer: (call: ControlCall) => Response | Promise<Response>;
}

export const sellerOf = ({ world, params }: ControlCall): Seller | undefined =>
  world.sellers.find(Number(params['id']));

export const noSuchSeller = () => Response.json({ erro: 'Este vendedor não existe.' }, { status: 404 });
export const nothing = (what: string) => Response.json({ erro: `${what} não existe.` }, { status: 404 });
export const wrong = (erro: string) => Response.json({ erro }, { status: 400 });
