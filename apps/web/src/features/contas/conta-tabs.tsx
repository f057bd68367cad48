import type { Conta } from '@prumo/contract/contas.ts';
import type { Periodo } from '#features/analises/analise-periodo.ts';
import { AnaliseTab } from '#features/analises/analise-tab.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { ImportacaoTab } from './importacao-tab.tsx';

export const ABAS = ['analise', 'importacao'] as const;
export type Aba = (typeof ABAS)[number];

const tabs = [
  { value: 'analise', label: 'Análise', errors: 0 },
  { value: 'importacao', label: 'Importação de Anúncios', errors: 0 },
];

interface ContaTabsProps {
  conta: Conta;
  aba: Aba;
  onAba: (aba: Aba) => void;
  periodo: string | undefined;
  onPeriodo: (periodo: Periodo) => void;
}

export function ContaTabs({ conta, aba, onAba, periodo, onPeriodo }: ContaTabsProps) {
  return (
    // The negative margins cancel those of the tabs, so that their texts align with the title.
    <div className="-mx-5 -mb-4 flex min-h-0 flex-1 flex-col md:-mb-6">
      <Tabs
        label="Partes da conta"
        value={aba}
        onChange={(value) => onAba(ABAS.find((each) => each === value) ?? 'analise')}
        tabs={tabs}
      >
        <TabPanel value="analise">
          <AnaliseTab accountId={conta.id} periodo={periodo} onPeriodo={onPeriodo} />
        </TabPanel>
        <TabPanel value="importacao">
          <ImportacaoTab conta={conta} isShown={aba === 'importacao'} />
        </TabPanel>
      </Tabs>
    </div>
  );
}
