import { exportacoes } from '@prumo/contract/exportacoes.ts';
import { ExportacaoCard } from '#features/exportacoes/exportacao-card.tsx';
import { RestauracaoCard } from '#features/restauracoes/restauracao-card.tsx';
import { useMay } from '#lib/session/may.tsx';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';

export function DadosPage() {
  const mayExport = useMay(exportacoes.create);
  return (
    <Page title="Dados e privacidade" subtitle="Os dados da empresa são seus: leve-os quando quiser.">
      <div className="flex max-w-3xl flex-col gap-4">
        {mayExport ? (
          <>
            <ExportacaoCard />
            <RestauracaoCard />
          </>
        ) : (
          <Notice>Só um dono da empresa baixa e restaura todos os dados. Peça a quem tem esse papel.</Notice>
        )}
      </div>
    </Page>
  );
}
