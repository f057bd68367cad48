import { useSignOut } from '#lib/session/sign-out.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

export function DangerCard() {
  const [leaving, signOut] = useSignOut();
  return (
    <Card
      title="Zona de Perigo"
      text="Encerra a sessão neste navegador."
      action={
        <Button look="danger" busy={leaving} onClick={signOut}>
          Sair da conta
        </Button>
      }
    />
  );
}
