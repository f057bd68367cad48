import { sessoes } from '@prumo/contract/acesso.ts';
import { minhasEmpresas } from '@prumo/contract/minhas-empresas.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { call, isWriting, problemOf } from '#lib/api.ts';
import { discardWork, isWorkChanged } from '#lib/leaving/unsaved-work.ts';
import { dismissToasts } from '#lib/toasts.ts';
import { changeEmpresa } from './session.ts';
import { keepForNewTabs, keepForTab } from './tab-empresa.ts';

/** Moves this tab to another empresa. Rejects when the person may not work there, and nothing has changed then. */
export function useSwitchEmpresa() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (id: string) => switchEmpresa(id, queryClient, navigate);
}

async function switchEmpresa(id: string, queryClient: QueryClient, navigate: UseNavigateResult<string>) {
  const [{ sessao }] = await Promise.all([
    call(sessoes.current, { empresa: id }),
    call(minhasEmpresas.choose, { body: { id } }),
  ]);
  if (sessao?.empresa.id !== id) throw problemOf(403, null);
  // A save in progress may send further requests, which would then name the new empresa. A reload ends it.
  if (isWorkChanged() || isWriting()) return reloadIn(id, navigate);
  await leaveScreen(navigate);
  // A toast may offer to undo a change of the empresa that the tab leaves.
  dismissToasts();
  await queryClient.cancelQueries();
  queryClient.clear();
  changeEmpresa(sessao);
}

/** An open dialog belongs to the empresa that the tab leaves, so Back must not return to it. */
const leaveScreen = (navigate: UseNavigateResult<string>) =>
  navigate({ to: '/', ignoreBlocker: true, replace: /[?&](abrir|dialogo)=/.test(location.search) });

export function useReloadInEmpresa() {
  const navigate = useNavigate();
  return (id: string) => reloadIn(id, navigate);
}

/** Reloads the page in the empresa. Leaving the screen first closes its forms, which would ask once more. */
async function reloadIn(id: string, navigate: UseNavigateResult<string>): Promise<never> {
  discardWork();
  await leaveScreen(navigate);
  keepForTab(id);
  keepForNewTabs(id);
  location.reload();
  return new Promise(() => {});
}
