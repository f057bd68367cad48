import { politica } from '@prumo/contract/politica.ts';
import { Link } from '@tanstack/react-router';
import { EmpresaCard } from '#features/empresas/empresa-card.tsx';
import { PoliticaCard } from '#features/politica/politica-card.tsx';
import { May } from '#lib/session/may.tsx';
import { useSession } from '#lib/session/session.ts';
import { buttonLook } from '#ui/button.tsx';
import { Page } from '#ui/page.tsx';
import { PapeisTable } from './papeis-table.tsx';

export function EquipePage() {
  const { session } = useSession();
  if (!session) return null;
  return (
    <Page
      title="Empresa e equipe"
      subtitle="Quem trabalha aqui e o que cada um pode fazer."
      action={
        <Link to="/configuracao/dados" className={buttonLook()}>
          Dados e privacidade
        </Link>
      }
    >
      <EmpresaCard id={session.empresa.id} />
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_26rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <May call={politica.set}>
            <PoliticaCard />
          </May>
        </div>
        <PapeisTable />
      </div>
    </Page>
  );
}
