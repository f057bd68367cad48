import { accessDenied, itemNotFoundBody } from '#mercado-livre/errors.ts';
import type { Call } from '#mercado-livre/router.ts';

/** Answers about an item of the caller, and refuses items of other sellers. */
export function owned(
  call: Call,
  answer: (call: Call, index: number) => Response | Promise<Response>,
): Response | Promise<Response> {
  const id = call.params['id'] ?? '';
  const found = call.world.sellers.ofItem(id);
  if (!found) return Response.json(itemNotFoundBody(id), { status: 404 });
  return found.seller === call.seller ? answer(call, found.index) : accessDenied();
}
