import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { currentSession } from '#lib/session/session.ts';

/** The code loads after the screen, because nobody jumps before the screen is there. */
const AFTER_MS = 1500;

const direitosNow = () => currentSession().session?.empresa.direitos ?? [];

/** Opens screens by keys such as G then P, and the list of all keys by `?`. */
export function useKeys(showKeys: () => void): void {
  const router = useRouter();
  const show = useEffectEvent(showKeys);
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      // Without the code the keys do nothing, as before it has loaded.
      const loaded = await Promise.all([import('./listen-for-keys.ts'), import('./keys.ts')]).catch(() => {});
      if (!loaded || isOver) return;
      const [{ listenForKeys }, { HELP, jumpsFor }] = loaded;
      const jumps = () => jumpsFor(direitosNow());
      end = listenForKeys(
        () => [HELP, ...jumps().map(({ keys }) => keys)],
        (pressed) => {
          if (pressed === HELP) return show();
          const jump = jumps().find(({ keys }) => keys === pressed);
          if (jump) void router.navigate(jump.screen.link);
        },
      );
    }, AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  }, [router]);
}
