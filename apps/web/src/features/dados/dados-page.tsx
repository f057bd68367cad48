import { exclusao } from '@prumo/contract/empresas.ts';
import { titulares } from '@prumo/contract/titulares.ts';
import { ExcluirCard } from '#features/empresas/excluir-card.tsx';
import { TitularesCard } from '#features/titulares/titulares-card.tsx';
import { May, useMay } from '#lib/session/may.tsx';
import { Page } from '#ui/page.tsx';

export function DadosPage() {
  const mayAny = useMay(titulares.list);
  return (
    <Page
      title="Dados e privacidade"
      subtitle="Os dados são da sua empresa e das pessoas de quem eles falam."
    >
      <May call={titulares.list}>
        <TitularesCard />
      </May>
      <May call={exclusao.request}>
        <ExcluirCard />
      </May>
      {!mayAny && (
        <p className="text-body text-muted">
          Seu papel nesta empresa não permite cuidar dos dados. Peça a um dono ou administrador da empresa.
        </p>
      )}
    </Page>
  );
}
