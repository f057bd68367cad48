/** A record that a person opened. Only its id is kept, because a name can be personal data. */
export interface Recent {
  cadastro: string;
  id: string;
}

export interface RecentsOwner {
  usuario: string;
  empresa: string;
}

const PREFIX = 'recentes ';
const MOST = 6;

const keyOf = ({ usuario, empresa }: RecentsOwner) => `${PREFIX}${usuario} ${empresa}`;

/** The records that this person opened last in this empresa and this browser, newest first. */
export function recentsOf(owner: RecentsOwner, storage: Storage = localStorage): Recent[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

const isRecent = (value: Partial<Recent> | null): value is Recent =>
  typeof value?.id === 'string' && typeof value.cadastro === 'string';

export function keepRecent(
  owner: RecentsOwner,
  { cadastro, id }: Recent,
  storage: Storage = localStorage,
): void {
  const others = recentsOf(owner, storage).filter((each) => each.id !== id);
  try {
    storage.setItem(keyOf(owner), JSON.stringify([{ cadastro, id }, ...others].slice(0, MOST)));
  } catch {
    // The storage is full. The list of recent records is a convenience and may miss one.
  }
}

/** Forgets the recent records of everyone in this browser, because the next person may not know of them. */
export function forgetRecents(storage: Storage = localStorage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
}
