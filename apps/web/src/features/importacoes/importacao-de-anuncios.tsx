import { useRef, useState } from 'react';
import { Preview } from '#features/importacoes/preview/preview.tsx';
import { useLostFocus } from '#lib/use-lost-focus.ts';
import { FailureState } from '#ui/failure-state.tsx';
import { EarlierImportacoes } from './earlier-importacoes.tsx';
import { useImportacao, useImportacoes } from './importacao-query.ts';
import { Importing } from './importing.tsx';
import { NovaImportacao } from './nova-importacao.tsx';
import { partOf } from './part.ts';
import { Reading } from './reading.tsx';
import { Result } from './result.tsx';
import { useFreshCatalogue } from './use-fresh-catalogue.ts';
import { useFreshConta } from './use-fresh-conta.ts';

interface ImportacaoDeAnunciosProps {
  contaId: string;
  /** The display name. */
  marketplace: string;
}

/** Turns the anuncios of a conta into produtos. Import it lazily, to keep it out of the first load. */
export function ImportacaoDeAnuncios({ contaId, marketplace }: ImportacaoDeAnunciosProps) {
  const { data, error: listError, refetch } = useImportacoes(contaId);
  const [newest, ...earlier] = data?.itens ?? [];
  const { data: importacao, error } = useImportacao(newest);
  const [replaced, setReplaced] = useState<string>();
  const part = data && partOf(importacao, replaced);
  const body = useRef<HTMLDivElement>(null);
  useLostFocus(body, part);
  useFreshCatalogue(importacao);
  useFreshConta(importacao);
  if (!part)
    return listError ? (
      <div className="rounded-card border">
        <FailureState message={listError.message} onRetry={refetch} />
      </div>
    ) : (
      <div role="status" aria-label="Carregando..." className="flex flex-col gap-4">
        <div className="skeleton h-24" />
        <div className="skeleton h-40" />
      </div>
    );

  // The last importacao's choices are the defaults of this one.
  const last = earlier.find(({ deposito_id }) => deposito_id !== null);
  const past = importacao && part === 'new' ? [importacao, ...earlier] : earlier;
  return (
    <div ref={body} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      {part === 'new' && <NovaImportacao contaId={contaId} marketplace={marketplace} />}
      {importacao && part === 'reading' && <Reading importacao={importacao} error={error} />}
      {importacao && part === 'preview' && (
        <Preview key={importacao.id} importacao={importacao} last={last} />
      )}
      {importacao && part === 'importing' && <Importing importacao={importacao} error={error} />}
      {importacao && part === 'result' && (
        <Result key={importacao.id} importacao={importacao} onNew={() => setReplaced(importacao.id)} />
      )}
      <EarlierImportacoes importacoes={past.filter(({ iniciada_em }) => iniciada_em !== null)} />
    </div>
  );
}
