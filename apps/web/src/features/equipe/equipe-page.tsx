import { aliquotas } from '@prumo/contract/aliquotas.ts';
import { convites } from '@prumo/contract/convites.ts';
import { politica } from '@prumo/contract/politica.ts';
import { UserPlus } from 'lucide-react';
import { AliquotasCard } from '#features/aliquotas/aliquotas-card.tsx';
import { ConvitesCard } from '#features/convites/convites-card.tsx';
import { InviteDialog } from '#features/convites/invite-dialog.tsx';
import { EmpresaCard } from '#features/empresas/empresa-card.tsx';
import { PoliticaCard } from '#features/politica/politica-card.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { May, useMay } from '#lib/session/may.tsx';
import { useSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import { Page } from '#ui/page.tsx';
import { EquipeCard } from './equipe-card.tsx';
import { PapeisTable } from './papeis-table.tsx';

export function EquipePage() {
  const { session } = useSession();
  const inviting = useDialog('convidar');
  const mayInvite = useMay(convites.create);
  if (!session) return null;
  return (
    <Page
      title="Empresa e equipe"
      subtitle="Quem trabalha aqui e o que cada um pode fazer."
      action={
        <May call={convites.create}>
          <Button look="primary" onClick={() => inviting.open()}>
            <UserPlus aria-hidden />
            Convidar
          </Button>
        </May>
      }
    >
      <EmpresaCard id={session.empresa.id} />
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_26rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <EquipeCard />
          <May call={convites.list}>
            <ConvitesCard />
          </May>
          <May call={politica.set}>
            <PoliticaCard />
          </May>
          <May call={aliquotas.list}>
            <AliquotasCard />
          </May>
        </div>
        <PapeisTable />
      </div>
      {inviting.place && mayInvite && <InviteDialog place={inviting.place} />}
    </Page>
  );
}
