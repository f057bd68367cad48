import type { SaveKey } from '#lib/save-key.ts';

/** What a person typed into a form and did not save. */
export interface Draft {
  values: Readonly<Record<string, unknown>>;
  /** The values the form started from, and the version of the record they belong to. */
  base: Readonly<Record<string, unknown>>;
  versao?: number | undefined;
  /** The key of a save that was sent. The same save after a reload must not happen twice. */
  chave?: SaveKey | undefined;
  /** When it was written. */
  em: number;
}

const PREFIX = 'rascunho';
/** Names of fields that a draft never contains. */
const SECRET = /senha/i;
/** A working day. The server deletes uploaded photos that no record uses after a day. */
const LASTS_MS = 12 * 60 * 60 * 1000;

/** Who typed, in which empresa, in which dialog. */
export interface DraftOwner {
  usuario: string;
  empresa: string;
  home: readonly string[];
}

const keyOf = ({ usuario, empresa, home }: DraftOwner) =>
  [PREFIX, usuario, empresa, home.join('\n')].join(' ');

/**
 * The drafts of this tab. sessionStorage survives a reload and a crash of the tab, ends with the tab, and no other tab
 * reads it.
 */
export function readDraft(
  owner: DraftOwner,
  now = Date.now(),
  storage: Storage = sessionStorage,
): Draft | undefined {
  const key = keyOf(owner);
  const text = storage.getItem(key);
  if (text === null) return undefined;
  const draft = parsed(text);
  if (draft && now - draft.em < LASTS_MS) return draft;
  storage.removeItem(key);
  return undefined;
}

export function writeDraft(owner: DraftOwner, draft: Draft, storage: Storage = sessionStorage) {
  try {
    const { values, base, chave, ...rest } = draft;
    // The key of a save repeats its content.
    const kept = chave && !SECRET.test(chave.content) ? { chave } : {};
    storage.setItem(
      keyOf(owner),
      JSON.stringify({ ...rest, ...kept, values: storable(values), base: storable(base) }),
    );
  } catch {
    // The storage is full. The form still asks before it is left.
    storage.removeItem(keyOf(owner));
  }
}

export const dropDraft = (owner: DraftOwner, storage: Storage = sessionStorage) =>
  storage.removeItem(keyOf(owner));

/**
 * Removes what a draft must not contain: passwords, which no storage may keep, and files, of which a storage could
 * keep only an address that means nothing after a reload.
 */
export const storable = (values: Draft['values']): Draft['values'] => JSON.parse(textOf(values));

/** Empty texts and null look the same in a form, so they count as the same. */
export const isSameInput = (one: Draft['values'], other: Draft['values']) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (name) => JSON.stringify(one[name], emptyAsNull) === JSON.stringify(other[name], emptyAsNull),
  );

const emptyAsNull = (_: string, value: unknown) => (value === '' || value === undefined ? null : value);

const textOf = (values: unknown) =>
  JSON.stringify(values, (name, value: unknown) => {
    if (SECRET.test(name) || value instanceof Blob) return undefined;
    if (Array.isArray(value)) return value.filter((each) => !isFileAddress(each));
    return isFileAddress(value) ? null : value;
  });

const isFileAddress = (value: unknown) => typeof value === 'string' && value.startsWith('blob:');

function parsed(text: string): Draft | undefined {
  try {
    const draft = JSON.parse(text);
    return typeof draft?.em === 'number' && draft.values && draft.base ? draft : undefined;
  } catch {
    return undefined;
  }
}
