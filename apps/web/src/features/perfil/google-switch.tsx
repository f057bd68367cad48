import { perfil as endpoints, type Perfil } from '@prumo/contract/perfil.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { Switch } from '#ui/form/switch.tsx';
import { notifyNotSaved, notifySaved } from './outcome.ts';
import { perfilQuery, useReloadPerfil } from './perfil-query.ts';

/** Allows or refuses the sign-in with Google. It shows the saved value, or the one being saved. */
export function GoogleSwitch({ perfil }: { perfil: Perfil }) {
  const queryClient = useQueryClient();
  const reload = useReloadPerfil();
  const save = useMutation({
    mutationFn: (google_auth_enabled: boolean) =>
      call(endpoints.setPreferencias, { body: { google_auth_enabled } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(perfilQuery.queryKey, saved);
      notifySaved();
      void reload();
    },
    onError: notifyNotSaved,
  });
  const onlyWay = perfil.google_auth_enabled && !perfil.tem_senha;
  return (
    <Switch
      label="Autenticação com Google"
      text={
        onlyWay
          ? 'Crie uma senha antes de desligar a entrada com Google: ela é sua única forma de entrar.'
          : perfil.google
            ? 'Permite entrar nesta conta com a conta Google vinculada a ela.'
            : NOT_LINKED[perfil.google_auth_enabled ? 'on' : 'off']
      }
      checked={save.isPending ? save.variables : perfil.google_auth_enabled}
      busy={save.isPending}
      disabled={onlyWay}
      onChange={(enabled) => save.mutate(enabled)}
    />
  );
}

/** The switch is a saved permission. Without a linked account nobody can use it yet, so the text says so. */
const NOT_LINKED = {
  on: 'Nenhuma conta Google vinculada: hoje só se entra com senha. Ligada, a permissão vale quando você vincular uma.',
  off: 'Nenhuma conta Google vinculada. Ligue para poder entrar com a conta que você vincular.',
};
