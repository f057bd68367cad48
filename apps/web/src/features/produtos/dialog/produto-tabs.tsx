import { type Produto, produtos } from '@prumo/contract/produtos.ts';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useFormState } from 'react-hook-form';
import { useLoaded } from '#lib/loading/use-loaded.ts';
import { useMay } from '#lib/session/may.tsx';
import { ReadOnly } from '#records/read-only.tsx';
import { useFocusOnOpen } from '#ui/dialog/focus-on-open.ts';
import { FailureState } from '#ui/failure-state.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { DadosTab } from './dados-tab.tsx';
import { DepositosTab } from './depositos-tab.tsx';
import type { Fotos } from './use-fotos.ts';

const fotosTab = async () => (await import('./fotos-tab.tsx')).FotosTab;

const TABS = [
  {
    value: 'dados',
    label: 'Dados do Produto',
    fields: [
      'nome',
      'categoria_id',
      'marca_id',
      'fornecedor_id',
      'sku',
      'cod_referencia',
      'custo_unitario',
      'preco_venda',
    ],
  },
  { value: 'depositos', label: 'Estoque por Depósito', fields: ['depositos'] },
  { value: 'fotos', label: 'Fotos', fields: ['fotos'] },
] as const;

interface ProdutoTabsProps {
  read: Produto['depositos'];
  fotos: Fotos;
  /** The focus starts on the tabs instead of the first field. */
  startsOnTab: boolean;
  onNewFornecedor: (nome: string) => void;
  onDragging: (dragging: boolean) => void;
}

export function ProdutoTabs({ read, fotos, startsOnTab, onNewFornecedor, onDragging }: ProdutoTabsProps) {
  const readOnly = !useMay(produtos.update);
  const [tab, setTab] = useState<string>('dados');
  const [sawFotos, setSawFotos] = useState(false);
  const [isFotosMissing, setFotosMissing] = useState(false);
  const FotosTab = useLoaded(sawFotos && !isFotosMissing, fotosTab, 'as fotos', () => setFotosMissing(true));
  const first = useRef<HTMLElement>(null);
  const panels = useRef<HTMLDivElement>(null);
  const { errors, submitCount, isSubmitting } = useFormState();
  const [refusedAt, setRefusedAt] = useState(0);

  function show(next: string) {
    setTab(next);
    if (next === 'fotos') setSawFotos(true);
  }

  useFocusOnOpen(() => {
    if (startsOnTab) first.current?.focus();
  });

  // A refused save opens the tab with the first error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a save triggers the effect
  useEffect(() => {
    if (isSubmitting || submitCount === 0) return;
    const wrong = TABS.filter(({ fields }) => countErrors(errors, fields) > 0);
    const [to] = wrong.filter(({ value }) => value === tab).concat(wrong);
    if (!to) return;
    show(to.value);
    setRefusedAt(submitCount);
  }, [submitCount, isSubmitting]);

  // A field can get the focus only once its tab is visible.
  useEffect(() => {
    if (refusedAt === 0) return;
    const wrong = '[role=tabpanel]:not([hidden]) [aria-invalid=true]';
    panels.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [refusedAt]);

  return (
    <div ref={panels} className="contents">
      <Tabs
        label="Partes do produto"
        value={tab}
        onChange={show}
        tabs={TABS.map(({ value, label, fields }) => ({ value, label, errors: countErrors(errors, fields) }))}
        firstRef={first}
      >
        <TabPanel value="dados">
          <ReadOnly when={readOnly}>
            <DadosTab onNewFornecedor={onNewFornecedor} />
          </ReadOnly>
        </TabPanel>
        <TabPanel value="depositos">
          <ReadOnly when={readOnly}>
            <DepositosTab read={read} />
          </ReadOnly>
        </TabPanel>
        <TabPanel value="fotos">
          {FotosTab ? (
            <FotosTab fotos={fotos} onDragging={onDragging} />
          ) : isFotosMissing ? (
            <FailureState
              message="Não foi possível abrir as fotos. Verifique sua conexão."
              onRetry={() => setFotosMissing(false)}
            />
          ) : (
            <div className="skeleton h-28 shrink-0" />
          )}
        </TabPanel>
      </Tabs>
    </div>
  );
}

const countErrors = (errors: FieldErrors, fields: readonly string[]) =>
  fields.filter((field) => errors[field]).length;
