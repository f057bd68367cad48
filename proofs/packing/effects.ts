import type { Page } from '@playwright/test';

/** Something that a scan shows: a parcel opens, or a message appears. */
export interface Effect {
  is: 'pedido' | 'mensagem';
  /** The number of the parcel, or the text of the message. */
  texto: string;
  /** From the recognised scan to the frame that shows the effect. */
  ms: number;
}

interface Watched {
  effects: Effect[];
}

const NAME = 'packing';

/** Watches each page for what scans show. The page notes it, so that no time of this process is in the figures. */
export const watchEffects = (page: Page): Promise<unknown> =>
  page.addInitScript((name) => {
    const watched: Watched = { effects: [] };
    Reflect.set(globalThis, name, watched);
    let scannedAt = 0;
    let opened = '';
    const show = (is: Effect['is'], texto: string) =>
      requestAnimationFrame(() => watched.effects.push({ is, texto, ms: performance.now() - scannedAt }));
    addEventListener('scan', () => (scannedAt = performance.now()), { capture: true });
    const look = (records: MutationRecord[]) => {
      // A parcel has its number when it is loaded.
      const label =
        document
          .querySelector('section[aria-label="Pedido"], section[aria-label^="Pedido "]')
          ?.getAttribute('aria-label') ?? '';
      if (label !== opened && label.startsWith('Pedido ')) show('pedido', label.slice('Pedido '.length));
      opened = label;
      for (const { addedNodes } of records)
        for (const node of addedNodes) {
          const toast = node instanceof Element ? (node.matches('ol') ? node.firstElementChild : node) : null;
          // The newest message is the first. A message that comes back from behind the others is not new.
          if (toast?.matches('[data-toast]') && !toast.previousElementSibling)
            show('mensagem', toast.querySelector('[data-title]')?.textContent ?? '');
        }
    };
    new MutationObserver(look).observe(document, {
      ...{ childList: true, subtree: true, attributeFilter: ['aria-label'] },
    });
  }, NAME);

const countOf = (page: Page) =>
  page.evaluate((name) => (Reflect.get(globalThis, name) as Watched).effects.length, NAME);

/** Does something, and returns its first effect. Undefined when the screen shows none in time. */
export async function effectOf(
  page: Page,
  act: () => Promise<void>,
  patienceS: number,
): Promise<Effect | undefined> {
  const before = await countOf(page);
  await act();
  const shown = await page
    .waitForFunction(
      ([name, n]) => (Reflect.get(globalThis, name) as Watched).effects[n],
      [NAME, before] as const,
      { timeout: patienceS * 1000 },
    )
    .catch(() => undefined);
  return shown?.jsonValue();
}
