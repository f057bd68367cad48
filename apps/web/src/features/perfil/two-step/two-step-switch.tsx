import type { Perfil } from '@prumo/contract/perfil.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyNotSaved } from '#features/perfil/outcome.ts';
import { later } from '#lib/loading/later.tsx';
import { confirmIdentity } from '#lib/session/confirm-identity.ts';
import { Opening } from '#ui/dialog/opening.tsx';
import { Switch } from '#ui/form/switch.tsx';
import { useEnrolment } from './use-enrolment.tsx';

const TurnOffTwoStep = later(async () => (await import('./turn-off-two-step.tsx')).TurnOffTwoStep);

/** Turns on only after a verified code, and off only after the person confirmed their identity. */
export function TwoStepSwitch({ perfil }: { perfil: Perfil }) {
  const [turningOff, setTurningOff] = useState(false);
  const enrolment = useEnrolment({ onError: notifyNotSaved });
  const ask = useMutation({ mutationFn: confirmIdentity, onSuccess: setTurningOff, onError: notifyNotSaved });
  return (
    <>
      <Switch
        label="Verificação em duas etapas"
        text="Além da senha ou do Google, pede um código do seu aplicativo autenticador."
        checked={perfil.two_factor_enabled}
        busy={enrolment.isStarting || ask.isPending}
        onChange={(on) => (on ? enrolment.begin() : ask.mutate())}
      />
      {enrolment.dialogs}
      {turningOff && (
        <Opening title="Desligar a verificação em duas etapas?" onClose={() => setTurningOff(false)}>
          <TurnOffTwoStep onClose={() => setTurningOff(false)} />
        </Opening>
      )}
    </>
  );
}
