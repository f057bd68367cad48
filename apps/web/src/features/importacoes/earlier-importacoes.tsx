import type { Importacao } from '@prumo/contract/importacoes.ts';
import { outcomeOf } from '#features/importacoes/anuncios/anuncio-words.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { CriadosLink } from './criados-link.tsx';
import { ResultLink } from './result-link.tsx';

/** A short list of the earlier importacoes. */
export function EarlierImportacoes({ importacoes }: { importacoes: readonly Importacao[] }) {
  if (importacoes.length === 0) return null;
  return (
    <section aria-labelledby="importacoes-anteriores" className="flex flex-col gap-2">
      <h2 id="importacoes-anteriores" className="font-semibold text-body">
        Importações anteriores
      </h2>
      <ul className="flex flex-col divide-y rounded-card border">
        {importacoes.map((importacao) => {
          const { id, created_at, situacao, contagem } = importacao;
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2.5"
            >
              <div className="min-w-0">
                <p className="font-medium text-control">
                  <time dateTime={created_at}>{formatDateTime(created_at)}</time>
                  {situacao === 'cancelada' && <span className="font-normal text-muted"> · cancelada</span>}
                </p>
                <p className="text-control text-muted">{outcomeOf(contagem)}</p>
              </div>
              <div className="flex flex-wrap gap-2">
                <CriadosLink importacao={importacao} look="ghost" about={formatDateTime(created_at)} />
                <ResultLink id={id} look="ghost" about={formatDateTime(created_at)} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
