import type { Importacao } from '@prumo/contract/importacoes.ts';
import { useRef, useState } from 'react';
import { FailureState } from '#ui/failure-state.tsx';
import { EarlierImportacoes } from './earlier-importacoes.tsx';
import { isOpen, useImportacao, useImportacoes } from './importacao-query.ts';
import { Importing } from './importing.tsx';
import { NovaImportacao } from './nova-importacao.tsx';
import { Preview } from './preview.tsx';
import { Reading } from './reading.tsx';
import { Result } from './result.tsx';
import { useFreshCatalogue } from './use-fresh-catalogue.ts';
import { useLostFocus } from './use-lost-focus.ts';

interface ImportacaoDeAnunciosProps {
  contaId: string;
  /** As people call it. */
  marketplace: string;
}

/** Where the anuncios of a conta become produtos. Import it lazily. */
export function ImportacaoDeAnuncios({ contaId, marketplace }: ImportacaoDeAnunciosProps) {
  const { data, error, refetch } = useImportacoes(contaId);
  const [isNew, setNew] = useState(false);
  if (!data)
    return error ? (
      <div className="rounded-card border">
        <FailureState message={error.message} onRetry={refetch} />
      </div>
    ) : (
      <div role="status" aria-label="Carregando..." className="flex flex-col gap-4">
        <div className="skeleton h-24" />
        <div className="skeleton h-40" />
      </div>
    );

  const [newest, ...earlier] = data.itens;
  const nova = <NovaImportacao {...{ contaId, marketplace }} onCreated={() => setNew(false)} />;
  if (!newest) return nova;
  return <Newest key={newest.id} {...{ newest, earlier, nova, isNew }} onNew={() => setNew(true)} />;
}

interface NewestProps {
  newest: Importacao;
  earlier: readonly Importacao[];
  /** The form for another one. */
  nova: React.ReactNode;
  isNew: boolean;
  onNew: () => void;
}

function Newest({ newest, earlier, nova, isNew, onNew }: NewestProps) {
  const { data: importacao, error } = useImportacao(newest);
  const body = useRef<HTMLDivElement>(null);
  const part = partOf(importacao, isNew);
  useLostFocus(body, part);
  useFreshCatalogue(importacao);
  // What was chosen the last time is the best guess for this one.
  const last = earlier.find(({ deposito_id }) => deposito_id !== null);
  const past = part === 'new' ? [importacao, ...earlier] : earlier;
  return (
    <div ref={body} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      {part === 'new' && nova}
      {part === 'reading' && <Reading importacao={importacao} error={error} />}
      {part === 'preview' && <Preview importacao={importacao} last={last} />}
      {part === 'importing' && <Importing importacao={importacao} error={error} />}
      {part === 'result' && <Result importacao={importacao} onNew={onNew} />}
      <EarlierImportacoes importacoes={past.filter(({ iniciada_em }) => iniciada_em !== null)} />
    </div>
  );
}

type Part = 'new' | 'reading' | 'preview' | 'importing' | 'result';

function partOf(importacao: Importacao, isNew: boolean): Part {
  const { situacao, iniciada_em } = importacao;
  if (situacao === 'pronta') return 'preview';
  if (isOpen(importacao)) return iniciada_em === null ? 'reading' : 'importing';
  // Given up before anything was imported, there is nothing to look back at.
  return isNew || iniciada_em === null ? 'new' : 'result';
}
