import Bowser from 'bowser';

/** `Chrome no Windows`; what a browser says of itself is a hint for its owner, never a proof. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Dispositivo desconhecido';
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return 'Dispositivo desconhecido';
  return os.name ? `${browser.name} no ${os.name}` : browser.name;
}
