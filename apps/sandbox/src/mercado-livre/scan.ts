import { randomBytes } from 'node:crypto';
import { badRequest } from './errors.ts';
import { tooMany } from './limits.ts';
import type { Call } from './router.ts';

const LIFE_MS = 300_000;

interface Scroll {
  owner: string;
  position: number;
  /** Everything but the scroll itself: a scroll goes on as it was begun. */
  asked: string;
  expiresAt: number;
}

/** One turn of a scroll. */
export interface Turn {
  position: number;
  /** The id of the next turn; none at the end. */
  next(position: number, isEnd: boolean): string | null;
}

export interface Scrolls {
  turn(call: Call, kind: string): Turn | Response;
}

/** The id changes with every turn and the one before is dead: docs and measurements differ, and this is the stricter. */
export function openScrolls(): Scrolls {
  const scrolls = new Map<string, Scroll>();
  return {
    turn({ world, query, access }, kind) {
      const now = world.clock.now();
      for (const [id, { expiresAt }] of scrolls) if (expiresAt <= now) scrolls.delete(id);
      if (query.has('offset')) return badRequest('offset is not allowed with search_type scan');
      const owner = `${kind} ${access.clientId} ${access.userId}`;
      const id = query.get('scroll_id');
      const rest = new URLSearchParams(query);
      rest.delete('scroll_id');
      rest.delete('limit');
      rest.sort();
      const asked = rest.toString();
      const open = [...scrolls.values()].filter((each) => each.owner === owner).length;
      if (id === null && open >= world.settings.scrollsAbertos)
        return tooMany({ retryAfter: false, texto: false }, 1);
      const scroll = id === null ? { owner, position: 0, asked } : scrolls.get(id);
      if (!scroll || scroll.owner !== owner || scroll.asked !== asked) return badRequest('Invalid scroll_id');
      if (id !== null) scrolls.delete(id);
      return {
        position: scroll.position,
        next(position, isEnd) {
          if (isEnd) return null;
          const following = randomBytes(48).toString('base64');
          scrolls.set(following, { owner, position, asked, expiresAt: now + LIFE_MS });
          return following;
        },
      };
    },
  };
}
