import { useTransition } from 'react';
import { signOut } from '#lib/sign-out.ts';
import { Button } from '#ui/button.tsx';
import { Page } from '#ui/page.tsx';

export function PerfilPage() {
  const [leaving, startLeaving] = useTransition();
  return (
    <Page
      title="Configurações do Perfil"
      subtitle="Em construção: os dados da conta e as preferências de segurança."
    >
      <section className="flex flex-wrap items-center justify-between gap-3 rounded-card border px-4 py-3.5 lg:max-w-3xl">
        <div>
          <h2 className="font-semibold text-dialog">Zona de Perigo</h2>
          <p className="text-control text-muted">Encerra a sessão neste navegador.</p>
        </div>
        <Button look="danger" busy={leaving} onClick={() => startLeaving(signOut)}>
          Sair da conta
        </Button>
      </section>
    </Page>
  );
}
