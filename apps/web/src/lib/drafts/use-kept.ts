import { useState } from 'react';
import { currentSession } from '#lib/session/session.ts';
import { type DraftOwner, dropDraft, readDraft, writeDraft } from './drafts.ts';

/**
 * State that a reload keeps, for choices that are quickly made again and need no question. `name` says what they belong
 * to. The third function forgets them.
 */
export function useKept<Value extends object>(name: string, start: Value) {
  const [owner] = useState(() => ownerOf(name));
  const [value, setValue] = useState<Value>(() => ({ ...start, ...(owner && readDraft(owner)?.values) }));
  function keep(next: Value) {
    setValue(next);
    if (owner)
      writeDraft(owner, { values: Object.fromEntries(Object.entries(next)), base: {}, em: Date.now() });
  }
  return [value, keep, () => owner && dropDraft(owner)] as const;
}

function ownerOf(name: string): DraftOwner | undefined {
  const { session } = currentSession();
  return session ? { usuario: session.usuario.id, empresa: session.empresa.id, home: [name] } : undefined;
}
