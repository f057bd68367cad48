import type { Body, Fields } from './control-body.ts';
import type { Seller } from './seller.ts';
import type { World } from './world.ts';

export interface ControlCall {
  world: World;
  request: Request;
  params: Readonly<Record<string, string>>;
  /** Checked by the route's `fields` before: that is why its answer may say what is in it with `as`. */
  body: Body;
}

export interface ControlRoute {
  /** As in `POST /relogio`, below `/_mercado-livre`. */
  name: string;
  /** What the body may have; unknown fields are refused. */
  fields?: Fields;
  /** What it does, with an example of its body, for the home page. */
  about: string;
  answer: (call: ControlCall) => Response | Promise<Response>;
}

export const sellerOf = ({ world, params }: ControlCall): Seller | undefined =>
  world.sellers.find(Number(params['id']));

export const nobody = () => Response.json({ erro: 'Este vendedor não existe.' }, { status: 404 });
export const nothing = (what: string) => Response.json({ erro: `${what} não existe.` }, { status: 404 });
export const wrong = (erro: string) => Response.json({ erro }, { status: 400 });
