import type { Perfil } from '@prumo/contract/perfil.ts';
import { CodigosLeft } from '#features/perfil/two-step/codigos-left.tsx';
import { TwoStepSwitch } from '#features/perfil/two-step/two-step-switch.tsx';
import { Card } from '#ui/card.tsx';
import { GoogleAccount } from './google-account.tsx';
import { GoogleSwitch } from './google-switch.tsx';

export function SecurityCard({ perfil }: { perfil: Perfil }) {
  return (
    <Card title="Segurança" text="Como você entra e como provamos que é você.">
      <div className="flex flex-col gap-3">
        <GoogleSwitch perfil={perfil} />
        <GoogleAccount perfil={perfil} />
      </div>
      <hr />
      <div className="flex flex-col gap-3">
        <TwoStepSwitch perfil={perfil} />
        {perfil.two_factor_enabled && <CodigosLeft left={perfil.codigos_restantes} />}
      </div>
    </Card>
  );
}
