import { formatDocumento } from '@prumo/contract/documento.ts';
import { type Empresa, empresas } from '@prumo/contract/empresas.ts';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { queryOf } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { useRight } from '#lib/session/use-right.ts';
import { Button } from '#ui/button.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { EmpresaDialog } from './empresa-dialog.tsx';
import { EmpresaTile } from './empresa-tile.tsx';

/** The data of the empresa of this tab, and their form. */
export function EmpresaCard({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(queryOf(empresas.get, { params: { id } }));
  const { open, place } = useDialog('empresa');
  const mayEdit = useRight('alterar_empresa');
  return (
    <section aria-label="Dados da empresa" className="rounded-card border p-4">
      {data ? (
        <div className="flex flex-col gap-4 md:flex-row md:items-center">
          <div className="flex min-w-0 flex-1 items-center gap-3">
            <EmpresaTile
              nome={data.nome}
              logo_url={data.logo_url}
              className="size-12 rounded-card text-body"
            />
            <div className="min-w-0">
              <h2 className="truncate font-semibold text-dialog tracking-[-0.01em]">{data.nome}</h2>
              <p className="truncate text-control text-muted">
                {data.razao_social ?? 'Complete os dados da sua empresa.'}
              </p>
            </div>
          </div>
          <dl className="flex flex-col gap-x-8 gap-y-2 md:flex-row">
            {factsOf(data).map(([label, value]) => (
              <div key={label} className="max-md:flex max-md:justify-between max-md:gap-4">
                <dt className="text-meta text-muted">{label}</dt>
                <dd className="font-medium text-control tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
          {mayEdit && (
            <Button onClick={() => open()}>
              <Pencil aria-hidden />
              Editar
            </Button>
          )}
        </div>
      ) : error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Carregando..." className="skeleton h-12 rounded-control" />
      )}
      {place && mayEdit && <EmpresaDialog id={id} place={place} />}
    </section>
  );
}

/** The facts that are known, with their labels. */
const factsOf = ({ cnpj, inscricao_estadual, cidade, estado }: Empresa): [string, string][] =>
  (
    [
      ['CNPJ', cnpj && formatDocumento(cnpj)],
      ['Inscrição Estadual', inscricao_estadual],
      ['Endereço', [cidade, estado].filter(Boolean).join(' - ')],
    ] as const
  ).flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
