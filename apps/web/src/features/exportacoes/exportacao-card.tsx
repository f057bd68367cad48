import { type Exportacao, exportacoes, HORAS_DA_EXPORTACAO } from '@prumo/contract/exportacoes.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call, queryOf } from '#lib/api.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { Progresso } from './progresso.tsx';

const list = queryOf(exportacoes.list);
const POLL_MS = 1000;

/** Prepares a file with all data, shows its progress, and downloads it. */
export function ExportacaoCard() {
  const { data, error, refetch } = useQuery({
    ...list,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.itens[0]?.situacao === 'fazendo' ? POLL_MS : false),
  });
  return (
    <Card
      title="Baixar tudo"
      text="Um ZIP com todos os cadastros, o estoque e seus movimentos, o histórico e as fotos."
    >
      {data ? (
        <Latest exportacao={data.itens[0]} />
      ) : error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Carregando..." className="skeleton h-10 rounded-control" />
      )}
      <p className="text-meta text-muted">
        O arquivo mostra a empresa como ela estava no momento do pedido e contém dados pessoais e custos:
        guarde-o em lugar seguro. Senhas e acessos a marketplaces não entram nele.
      </p>
    </Card>
  );
}

/** Runs an act on the exportacoes and reads them again. A declined proof of identity shows no error. */
function useAct<Answer>(
  act: (id: string) => Promise<Answer>,
  failed: string,
  done?: (answer: Answer) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (answer) => done?.(answer),
    onError: (error) => notifyRefusal(failed, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: list.queryKey }),
  });
}

function Latest({ exportacao }: { exportacao: Exportacao | undefined }) {
  const begin = useAct(() => call(exportacoes.create, { body: {} }), 'A exportação não começou');
  const prepare = (label: string, look: 'primary' | 'outline' = 'primary') => (
    <Button look={look} className="self-start" busy={begin.isPending} onClick={() => begin.mutate('')}>
      {label}
    </Button>
  );
  if (exportacao?.situacao === 'fazendo') return <Writing exportacao={exportacao} />;
  if (exportacao?.situacao === 'pronta')
    return (
      <>
        <Ready exportacao={exportacao} />
        {prepare('Preparar outro arquivo', 'outline')}
      </>
    );
  return (
    <>
      {exportacao?.situacao === 'falhou' && <Notice>{exportacao.aviso}</Notice>}
      {exportacao?.situacao === 'vencida' && (
        <p className="text-control text-muted">
          O arquivo de {formatDateTime(exportacao.corte)} não está mais guardado.
        </p>
      )}
      {prepare('Preparar arquivo')}
    </>
  );
}

function Writing({ exportacao: { id, tabelas, aviso } }: { exportacao: Exportacao }) {
  const cancel = useAct(() => call(exportacoes.cancel, { params: { id } }), 'A exportação não foi cancelada');
  return (
    <>
      <Progresso label="Preparando o arquivo..." tabelas={tabelas} />
      {aviso && <Notice>{aviso}</Notice>}
      <p className="text-control text-muted">
        Você pode sair desta página: o arquivo continua sendo preparado.
      </p>
      <Button className="self-start" busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
        Cancelar
      </Button>
    </>
  );
}

function Ready({ exportacao }: { exportacao: Exportacao }) {
  const { id, corte, bytes, vence_em, baixada_em } = exportacao;
  const download = useAct(
    () => call(exportacoes.link, { params: { id } }),
    'O download não começou',
    // The browser streams a file of any size to disk. A response read here would be held in memory.
    ({ url }) => window.location.assign(url),
  );
  const remove = useAct(() => call(exportacoes.cancel, { params: { id } }), 'O arquivo não foi apagado');
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" busy={download.isPending} onClick={() => download.mutate(id)}>
          <Download aria-hidden />
          {baixada_em || download.isSuccess ? 'Baixar de novo' : 'Baixar'} ({size(bytes)})
        </Button>
        <Button busy={remove.isPending} onClick={() => remove.mutate(id)}>
          Apagar arquivo
        </Button>
      </div>
      <p role="status" className="text-control text-muted">
        Dados de {formatDateTime(corte)}.{' '}
        {vence_em &&
          `O arquivo fica guardado por ${HORAS_DA_EXPORTACAO} horas, até ${formatDateTime(vence_em)}. `}
        {baixada_em && `Baixado em ${formatDateTime(baixada_em)}. `}
        Cada link vale uma vez; se o download parar no meio, use Baixar de novo. Preparar outro arquivo apaga
        este.
      </p>
    </>
  );
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** A size in the unit that people read: `1,4 GB`. */
function size(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${number.format(bytes / 1000 ** power)} ${UNITS[power]}`;
}
