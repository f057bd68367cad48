/** Removes the drafts of everyone but this person, before the next person uses the tab. */
export function dropDraftsOfOthers(usuario: string, storage: Storage = sessionStorage) {
  for (const key of Object.keys(storage)) {
    if (key.startsWith('rascunho ') && !key.startsWith(`rascunho ${usuario} `)) storage.removeItem(key);
  }
}
