import { contas } from '@prumo/contract/contas.ts';
import { MARKETPLACES } from '@prumo/contract/marketplaces.ts';
import { useQuery } from '@tanstack/react-query';
import { Plug, TriangleAlert } from 'lucide-react';
import { ConnectButton } from '#features/contas/connect-button.tsx';
import { queryOf } from '#lib/api.ts';
import { May } from '#lib/session/may.tsx';
import { Card } from '#ui/card.tsx';
import { Page } from '#ui/page.tsx';
import { OFFERED } from './authorization-return.ts';
import { ConnectingScreen } from './connecting-screen.tsx';
import { ContasConectadas } from './contas-conectadas.tsx';
import { HeldElsewhereDialog } from './held-elsewhere-dialog.tsx';
import { useExchange } from './use-exchange.ts';

const nome = MARKETPLACES[OFFERED];

export function IntegracoesPage() {
  const { connecting, held, letGo, trouble, setTrouble } = useExchange();
  // The marketplace may end the access to a conta at any moment, so cached contas count as stale.
  const { data, error, refetch } = useQuery({ ...queryOf(contas.list), staleTime: 0 });
  const hasSome = data !== undefined && data.itens.length > 0;
  return (
    <Page title="Integrações" subtitle="As contas de marketplace em que sua empresa vende.">
      <ContasConectadas contas={data?.itens} error={error} onRetry={refetch} />
      <May call={contas.start}>
        <Card
          title={hasSome ? 'Adicionar Nova Conta' : 'Conectar Conta'}
          text={`Você autoriza o Prumo no ${nome} e volta para cá. Entre lá com a conta principal: colaboradores não podem autorizar.`}
          action={
            <ConnectButton look="primary" marketplace={OFFERED} onTrouble={setTrouble}>
              <Plug aria-hidden />
              Conectar Nova Conta
            </ConnectButton>
          }
        >
          {trouble && (
            <p className="flex gap-2.5 rounded-control bg-warn px-3 py-2 text-control text-warn-fg">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {trouble}
            </p>
          )}
        </Card>
      </May>
      {connecting && <ConnectingScreen marketplace={nome} />}
      {held && !connecting && <HeldElsewhereDialog held={held} onClose={letGo} />}
    </Page>
  );
}
