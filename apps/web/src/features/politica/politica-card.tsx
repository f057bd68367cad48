import { type Politica, politica } from '@prumo/contract/politica.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, ProblemError, queryOf } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { wasCancelled } from '#lib/session/confirm-identity.ts';
import { Card } from '#ui/card.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Switch } from '#ui/form/switch.tsx';

/** The page on which Mercado Livre asks integrators for two-step verification. */
const SOURCE = 'https://developers.mercadolivre.com.br/seguranca-desenvolvimento-seguro';

const read = queryOf(politica.get);

/**
 * Sets whether a person who connects a conta must have two-step verification, and says why an empresa may
 * demand it.
 */
export function PoliticaCard() {
  const { data, error, refetch } = useQuery(read);
  return (
    <Card title="Segurança das conexões" text="Vale para todas as pessoas da sua empresa.">
      {data ? (
        <TwoStepDemand politica={data} />
      ) : error ? (
        <FailureState message={error.message} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Carregando..." className="skeleton h-10 rounded-control" />
      )}
      <p className="max-w-3xl text-control text-muted">
        Por que exigir: o Mercado Livre pede que todos os usuários de um sistema integrado usem a verificação
        em duas etapas, porque quem entra no sistema alcança os dados e as vendas do vendedor. Leia em{' '}
        <a
          href={SOURCE}
          target="_blank"
          rel="noreferrer"
          className="rounded-small font-medium text-accent-fg underline underline-offset-4"
        >
          Segurança em Integrações
        </a>
        .
      </p>
    </Card>
  );
}

function TwoStepDemand({ politica: saved }: { politica: Politica }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (exige_duas_etapas: boolean) => call(politica.set, { body: { exige_duas_etapas } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(read.queryKey, changed);
      notifySuccess('Configuração atualizada', 'A regra vale para toda a empresa a partir de agora.');
    },
    onError: (error) => {
      if (wasCancelled(error)) return;
      const sentence = error instanceof ProblemError ? error.message : undefined;
      notifyFailure('Erro ao atualizar', 'Não foi possível mudar a regra da empresa.', error, sentence);
    },
  });
  return (
    <div className="flex flex-col gap-1">
      <Switch
        label="Exigir verificação em duas etapas para conectar contas"
        text="Quem ainda não a tem liga na hora de conectar, sem sair desta tela. As outras pessoas da equipe têm 24 horas para isso, com um aviso na tela. Ver contas, análises e importações não muda."
        checked={save.isPending ? save.variables : saved.exige_duas_etapas}
        busy={save.isPending}
        onChange={(on) => save.mutate(on)}
      />
      {saved.alterada_em && (
        <p className="text-meta text-muted">
          {saved.exige_duas_etapas ? 'Ligada' : 'Desligada'}
          {saved.alterada_por && ` por ${saved.alterada_por}`} em {formatDateTime(saved.alterada_em)}.
        </p>
      )}
    </div>
  );
}
