const KEY = 'empresa';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const validId = (text: string | null) => {
  const id = text?.toLowerCase() ?? '';
  return UUID.test(id) ? id : undefined;
};

/** The empresa of this tab, also after a reload. A new tab starts in the empresa of the tab that was used last. */
export const rememberedEmpresa = (): string | undefined =>
  validId(sessionStorage.getItem(KEY)) ?? validId(localStorage.getItem(KEY));

export const keepForTab = (id: string) => sessionStorage.setItem(KEY, id);

export const keepForNewTabs = (id: string) => localStorage.setItem(KEY, id);

export function forgetEmpresa() {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

/** Reads the empresa that a link names with `?empresa=…`, and the address without it. */
export function readEmpresaLink(href: string): { id: string | undefined; address: string } | undefined {
  const url = new URL(href);
  if (!url.searchParams.has(KEY)) return;
  const id = validId(url.searchParams.get(KEY));
  url.searchParams.delete(KEY);
  return { id, address: url.pathname + url.search + url.hash };
}

/**
 * Opens this tab in the empresa of the link, such as one in an e-mail. The address loses the empresa, so that
 * a later switch and a reload do not return to it.
 */
export function takeEmpresaLink() {
  const link = readEmpresaLink(location.href);
  if (!link) return;
  if (link.id) keepForTab(link.id);
  history.replaceState(history.state, '', link.address);
}
