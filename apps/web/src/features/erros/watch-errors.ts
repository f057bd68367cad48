import type { Erro } from '@prumo/contract/erros.ts';

let screenNow = () => '/';

/** Reports the errors that no code of the page handles. `screen` is the pattern of the screen's address. */
export function watchErrors(screen: () => string): void {
  screenNow = screen;
  addEventListener('error', ({ error }) => report('erro', error));
  addEventListener('unhandledrejection', ({ reason }) => report('rejeicao', reason));
}

/** Sends the error to the server, without values (ADR 0078). A report that fails changes nothing on the page. */
export function report(origem: Erro['origem'], error: unknown): void {
  if (!error || !navigator.onLine) return;
  const tela = screenNow();
  void import('./send-erro.ts').then(({ sendErro }) => sendErro({ origem, error, tela })).catch(() => {});
}
