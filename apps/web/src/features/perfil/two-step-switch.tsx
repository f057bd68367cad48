import { fatores } from '@prumo/contract/fatores.ts';
import type { Perfil } from '@prumo/contract/perfil.ts';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '#lib/api.ts';
import { confirmIdentity } from '#lib/confirm-identity.ts';
import { Switch } from '#ui/switch.tsx';
import { notifyNotSaved, notifySaved } from './outcome.ts';
import { useReloadPerfil } from './perfil-query.ts';

const EnrolDialog = lazy(async () => ({ default: (await import('./enrol-dialog.tsx')).EnrolDialog }));
const CodigosDialog = lazy(async () => ({ default: (await import('./codigos-dialog.tsx')).CodigosDialog }));
const TurnOffTwoStep = lazy(async () => ({
  default: (await import('./turn-off-two-step.tsx')).TurnOffTwoStep,
}));

/** On only once a code of the authenticator was verified, off only after the person proved who they are. */
export function TwoStepSwitch({ perfil }: { perfil: Perfil }) {
  const [codigos, setCodigos] = useState<string[]>();
  const [turningOff, setTurningOff] = useState(false);
  const reload = useReloadPerfil();
  const enrol = useMutation({ mutationFn: () => call(fatores.create), onError: notifyNotSaved });
  const ask = useMutation({ mutationFn: confirmIdentity, onSuccess: setTurningOff, onError: notifyNotSaved });

  function verified(fresh: string[]) {
    setCodigos(fresh);
    enrol.reset();
    notifySaved();
    void reload();
  }

  return (
    <>
      <Switch
        label="Verificação em duas etapas"
        text="Além da senha ou do Google, pede um código do seu aplicativo autenticador."
        checked={perfil.two_factor_enabled}
        busy={enrol.isPending || ask.isPending}
        onChange={(on) => (on ? enrol.mutate() : ask.mutate())}
      />
      <Suspense>
        {enrol.data && <EnrolDialog fator={enrol.data} onVerified={verified} onClose={enrol.reset} />}
        {codigos && <CodigosDialog codigos={codigos} onKept={() => setCodigos(undefined)} />}
        {turningOff && <TurnOffTwoStep onClose={() => setTurningOff(false)} />}
      </Suspense>
    </>
  );
}
