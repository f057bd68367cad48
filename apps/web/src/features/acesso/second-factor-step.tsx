import type { Sessao } from '@prumo/contract/acesso.ts';
import type { ProblemError } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CodeField } from './code-field.tsx';
import { useSecondFactor } from './use-second-factor.ts';

interface SecondFactorStepProps {
  onVerified: (sessao: Sessao) => void;
  onExpired: (error: ProblemError) => void;
  onBack: () => void;
}

/** The second step of signing in, which replaces the first on the screen. */
export function SecondFactorStep({ onVerified, onExpired, onBack }: SecondFactorStepProps) {
  const { busy, field, submit } = useSecondFactor({ onVerified, onExpired });
  return (
    <AuthLayout
      title="Verificação em duas etapas"
      subtitle={
        field.code.backup
          ? 'Digite um dos códigos de reserva que você guardou.'
          : 'Digite o código de 6 dígitos do seu aplicativo autenticador.'
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <CodeField {...field} />
        <div className="flex flex-col gap-2">
          <Button type="submit" look="primary" size="large" busy={busy}>
            {busy ? 'Verificando...' : 'Verificar'}
          </Button>
          <Button look="ghost" size="large" disabled={busy} onClick={onBack}>
            Voltar
          </Button>
        </div>
      </form>
    </AuthLayout>
  );
}
