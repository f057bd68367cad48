import { exclusao } from '@prumo/contract/empresas.ts';
import { exportacoes } from '@prumo/contract/exportacoes.ts';
import { retencao } from '@prumo/contract/retencao.ts';
import { titulares } from '@prumo/contract/titulares.ts';
import { ExcluirCard } from '#features/empresas/excluir-card.tsx';
import { ExportacaoCard } from '#features/exportacoes/exportacao-card.tsx';
import { RestauracaoCard } from '#features/restauracoes/restauracao-card.tsx';
import { RetencaoCard } from '#features/retencao/retencao-card.tsx';
import { TitularesCard } from '#features/titulares/titulares-card.tsx';
import { May, useMay } from '#lib/session/may.tsx';
import { useSession } from '#lib/session/session.ts';
import { NoRight } from '#records/no-right.tsx';
import { Page } from '#ui/page.tsx';

export function DadosPage() {
  const mayAnswer = useMay(titulares.list);
  const isLeaving = useSession().session?.empresa.exclui_em != null;
  return (
    <Page
      title="Dados e privacidade"
      subtitle="Os dados são da sua empresa e das pessoas de quem eles falam."
    >
      <div className="flex max-w-3xl flex-col gap-4">
        <May call={exportacoes.create}>
          <ExportacaoCard />
          {!isLeaving && <RestauracaoCard />}
        </May>
        <May call={titulares.list}>
          <TitularesCard />
        </May>
        <May call={retencao.get}>
          <RetencaoCard />
        </May>
        <May call={exclusao.request}>
          <ExcluirCard />
        </May>
        {!mayAnswer && <NoRight />}
      </div>
    </Page>
  );
}
