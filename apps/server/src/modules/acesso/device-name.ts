import Bowser from 'bowser';

/**
 * Returns a name like `Chrome no Windows`. The name helps the owner to recognise a browser. It proves
 * nothing, because a user agent can be forged.
 */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Dispositivo desconhecido';
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return 'Dispositivo desconhecido';
  return os.name ? `${browser.name} no ${os.name}` : browser.name;
}
