import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { notifyFailure } from '#lib/notify.ts';

/**
 * Loads a component while it is wanted. Undefined until it has loaded. Does not use `lazy`, because a failed
 * import would unmount the page and lose what was typed. `what` names the component in the message of a
 * failure.
 */
export function useLoaded<Props>(
  wanted: boolean,
  load: () => Promise<ComponentType<Props>>,
  what: string,
  onFailed: () => void,
) {
  const [loaded, setLoaded] = useState<ComponentType<Props>>();
  const fail = useEffectEvent((error: unknown) => {
    notifyFailure('Erro', `Não foi possível abrir ${what}. Verifique sua conexão.`, error);
    onFailed();
  });

  useEffect(() => {
    if (!wanted) return;
    let isWanted = true;
    load().then(
      (component) => setLoaded(() => component),
      (error: unknown) => isWanted && fail(error),
    );
    return () => {
      isWanted = false;
    };
  }, [wanted, load]);

  return wanted ? loaded : undefined;
}
