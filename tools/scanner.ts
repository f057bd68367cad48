import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const ENTER = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
const POLL_MS = 100;

/**
 * Presses the keys of the text and Enter into whatever has the focus, with this pause between them. The pauses are in
 * the times of the events, so that neither a slow machine nor the test changes them.
 */
export async function pressEvery(page: Page, text: string, pauseMs: number): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const start = Date.now();
  const keys = [...Array.from(text, (key) => ({ key, text: key })), ENTER];
  await Promise.all(
    keys.flatMap((key, n) => {
      const timestamp = (start + n * pauseMs) / 1000;
      return [
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp }),
        keyboard.send('Input.dispatchKeyEvent', {
          type: 'keyUp',
          key: key.key,
          timestamp: timestamp + 0.001,
        }),
      ];
    }),
  );
  await keyboard.detach();
}

/** Waits until the page recognises scanners. The code for it loads after the screen. */
export async function recognisesScans(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (let listens = false; !listens; ) {
    const { result } = await session.send('Runtime.evaluate', { expression: 'window' });
    const { listeners } = await session.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
    });
    listens = listeners.some(({ type, useCapture }) => type === 'keydown' && useCapture);
    if (!listens) await sleep(POLL_MS);
  }
  await session.detach();
}
