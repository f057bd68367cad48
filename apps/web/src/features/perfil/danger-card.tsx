import { useTransition } from 'react';
import { signOut } from '#lib/sign-out.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

export function DangerCard() {
  const [leaving, startLeaving] = useTransition();
  return (
    <Card
      title="Zona de Perigo"
      text="Encerra a sessão neste navegador."
      action={
        <Button look="danger" busy={leaving} onClick={() => startLeaving(signOut)}>
          Sair da conta
        </Button>
      }
    />
  );
}
