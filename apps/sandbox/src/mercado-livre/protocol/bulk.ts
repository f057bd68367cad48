import { badRequest } from '#mercado-livre/errors.ts';
import { select } from './selection.ts';

const MOST = 20;

/** One entry of a multiget before the selection of fields. */
export interface Entry {
  id: string | number;
  status: number;
  body: unknown;
}

/** The requested ids, or the refusal of the whole request. */
export function readIds(query: URLSearchParams): string[] | Response {
  const ids = (query.get('ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) return badRequest('ids is a required parameter');
  if (ids.length > MOST) return badRequest(`Too many IDs. Maximum allowed: ${MOST}`);
  if (new Set(ids).size !== ids.length) return badRequest('Duplicated IDs are not allowed');
  return ids;
}

/**
 * Answers a multiget. With `attributes` it returns only the named fields, such as `status_code`. The names of
 * an item's own fields begin with `body.`. A missing item then has neither body nor id.
 */
export function answerBulk(entries: readonly Entry[], attributes: string | null): Response {
  const wanted = attributes?.split(',').filter((name) => name !== '');
  return Response.json(
    entries.map(({ id, status, body }) => {
      if (!wanted) return { id, status_code: status, body };
      const fields = wanted
        .filter((name) => name.startsWith('body.'))
        .map((name) => name.slice('body.'.length));
      const isWhole = wanted.includes('body');
      const isThere = status < 300;
      return {
        ...(isThere && wanted.includes('id') && { id }),
        ...(wanted.includes('status_code') && { status_code: status }),
        ...(isThere && (isWhole || fields.length > 0) && { body: isWhole ? body : select(body, fields) }),
      };
    }),
  );
}
