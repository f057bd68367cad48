import { type DadosDoTitular, titulares } from '@prumo/contract/titulares.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, queryOf } from '#lib/api.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { notifySuccess } from '#lib/notify.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { useMay } from '#lib/session/may.tsx';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { CAMPOS } from '#records/campos.tsx';
import { NoRight } from '#records/no-right.tsx';
import { Button } from '#ui/button.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Page } from '#ui/page.tsx';
import { WhatStays } from './consequences.tsx';
import { TABELA_WORDS } from './titular-words.ts';

const TITLE = 'Dados do titular';

export function TitularPage({ pedido }: { pedido: string }) {
  if (useMay(titulares.export)) return <Copy pedido={pedido} />;
  return (
    <Page title={TITLE}>
      <NoRight />
    </Page>
  );
}

/** What the system holds about a person, as a page to print and a file to send. */
function Copy({ pedido }: { pedido: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['titular', pedido],
    queryFn: ({ signal }) => call(titulares.export, { params: { id: pedido }, signal }),
    // Nobody else should find the copy in memory later, and each look is noted.
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  });
  const finish = useMutation({
    mutationFn: () => call(titulares.finish, { params: { id: pedido } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryOf(titulares.list).queryKey });
      notifySuccess('Pedido atendido');
      await navigate({ to: '/configuracao/dados' });
    },
    onError: (cause) => notifyRefusal('Erro ao concluir', cause),
  });
  return (
    <Page
      title={TITLE}
      {...(data && { subtitle: `${data.empresa} · ${formatDateTime(data.emitido_em)}` })}
      action={
        data && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <Button onClick={() => download(data)}>Baixar JSON</Button>
            <Button onClick={() => window.print()}>Imprimir</Button>
            {data.pedido.tipo === 'acesso' && data.pedido.situacao === 'aberto' && (
              <Button look="primary" busy={finish.isPending} onClick={() => finish.mutate()}>
                Marcar como atendido
              </Button>
            )}
          </div>
        )
      }
    >
      {data ? (
        <Report dados={data} />
      ) : error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Carregando..." className="skeleton h-40 rounded-card" />
      )}
    </Page>
  );
}

function Report({ dados }: { dados: DadosDoTitular }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {dados.registros.map(({ tabela, id, dados: record, historico, parcial }) => (
        <section key={id} className="flex flex-col gap-2">
          <h2 className="font-semibold text-dialog">{TABELA_WORDS[tabela]}</h2>
          {record ? <Facts of={record} /> : <p className="text-body">Registro excluído.</p>}
          <h3 className="font-semibold text-body">Histórico</h3>
          <ol className="flex flex-col gap-2">
            {historico.map(({ quando, operacao, antes, depois }) => (
              <li
                key={`${quando} ${operacao} ${JSON.stringify(depois)}`}
                className="rounded-control border p-3"
              >
                <p className="font-medium text-control">
                  {OPERACOES[operacao]} em {formatDateTime(quando)}
                </p>
                <Facts of={depois ?? antes ?? {}} />
              </li>
            ))}
          </ol>
          {parcial && <p className="text-control text-warn-fg">O histórico mais antigo não cabe aqui.</p>}
        </section>
      ))}
      {dados.consultas.length > 0 && (
        <section>
          <h2 className="font-semibold text-dialog">Consultas públicas do CNPJ</h2>
          {dados.consultas.map(({ numero, quando, resposta }) => (
            <div key={numero}>
              <p className="text-control">
                {numero}, em {formatDateTime(quando)}
              </p>
              <Facts of={Object(resposta)} />
            </div>
          ))}
        </section>
      )}
      <section className="text-body">
        <h2 className="font-semibold text-dialog">Outras cópias</h2>
        <p>
          {dados.respostas.length}{' '}
          {dados.respostas.length === 1 ? 'resposta guardada' : 'respostas guardadas'} por até dois dias, para
          o caso de a página repetir um envio. O arquivo JSON traz o conteúdo.
        </p>
      </section>
      <WhatStays />
    </div>
  );
}

const OPERACOES = { I: 'Cadastrado', U: 'Alterado', D: 'Excluído' } as const;
const LABELS: Readonly<Record<string, string>> = { created_at: 'Cadastrado em', tem_senha: 'Tem senha' };
/** Columns that mean nothing to a person. */
const HIDDEN = new Set(['id', 'versao', 'nome_ordem', 'busca']);

function Facts({ of }: { of: Record<string, unknown> }) {
  const known = Object.entries(of).filter(
    ([name, value]) => value !== null && value !== '' && !HIDDEN.has(name),
  );
  return (
    <dl className="grid gap-x-6 gap-y-1 text-control md:grid-cols-2">
      {known.map(([name, value]) => (
        <div key={name} className="flex gap-2">
          <dt className="shrink-0 text-muted">{labelOf(name)}</dt>
          <dd className="min-w-0 break-words">{shownAs(name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const labelOf = (name: string) => {
  const label = LABELS[name] ?? CAMPOS[name] ?? name.replaceAll('_', ' ');
  return typeof label === 'string' ? label : label.label;
};

function shownAs(name: string, value: unknown) {
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (name === 'created_at') return formatDateTime(String(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function download(dados: DadosDoTitular) {
  const file = new Blob([JSON.stringify(dados, null, 2)], { type: 'application/json' });
  saveFile(file, 'dados-do-titular.json');
}
