import { randomBytes } from 'node:crypto';
import { badRequest, tooMany } from '#mercado-livre/errors.ts';
import type { Access } from '#mercado-livre/oauth/grants.ts';
import type { Settings } from '#mercado-livre/settings.ts';

const LIFE_MS = 300_000;

interface Scroll {
  owner: string;
  position: number;
  /** The query without the scroll id. A scroll can continue only with the query it began with. */
  asked: string;
  expiresAt: number;
}

/** One page of a scroll. */
export interface Turn {
  position: number;
  /** The scroll id of the next page, or null at the end. */
  next(position: number, isEnd: boolean): string | null;
}

export interface Scrolls {
  turn(call: { query: URLSearchParams; access: Access }, kind: string): Turn | Response;
}

/**
 * The open scrolls. The id changes with every page, and the previous one becomes invalid. Documentation and
 * observation differ here, and this is the stricter reading.
 */
export function openScrolls(now: () => number, settings: Settings): Scrolls {
  const scrolls = new Map<string, Scroll>();
  return {
    turn({ query, access }, kind) {
      const at = now();
      for (const [id, { expiresAt }] of scrolls) if (expiresAt <= at) scrolls.delete(id);
      if (query.has('offset')) return badRequest('offset is not allowed with search_type scan');
      const owner = `${kind} ${access.clientId} ${access.userId}`;
      const id = query.get('scroll_id');
      const rest = new URLSearchParams(query);
      rest.delete('scroll_id');
      rest.delete('limit');
      rest.sort();
      const asked = rest.toString();
      const open = [...scrolls.values()].filter((each) => each.owner === owner).length;
      if (id === null && open >= settings.scrollsAbertos)
        return tooMany({ retryAfter: false, texto: false }, 1);
      const scroll = id === null ? { owner, position: 0, asked } : scrolls.get(id);
      if (!scroll || scroll.owner !== owner || scroll.asked !== asked) return badRequest('Invalid scroll_id');
      if (id !== null) scrolls.delete(id);
      return {
        position: scroll.position,
        next(position, isEnd) {
          if (isEnd) return null;
          const following = randomBytes(48).toString('base64');
          scrolls.set(following, { owner, position, asked, expiresAt: at + LIFE_MS });
          return following;
        },
      };
    },
  };
}
