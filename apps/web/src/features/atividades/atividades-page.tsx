import { type Atividade, atividades, FiltrosDeAtividade } from '@prumo/contract/atividades.ts';
import { useMutation } from '@tanstack/react-query';
import { Download, ScrollText } from 'lucide-react';
import { call } from '#lib/api.ts';
import { downloadFile } from '#lib/files/download-file.ts';
import { notifyFailure } from '#lib/notify.ts';
import { today } from '#lib/numbers/day.ts';
import { useMay } from '#lib/session/may.tsx';
import { usePages } from '#records/list/use-pages.ts';
import { NoRight } from '#records/no-right.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Page } from '#ui/page.tsx';
import { AtividadeRow } from './atividade-row.tsx';
import { AtividadesFilters } from './atividades-filters.tsx';
import type { AtividadesSearch } from './atividades-search.ts';

interface AtividadesPageProps {
  search: AtividadesSearch;
  go: (change: AtividadesSearch) => void;
}

export function AtividadesPage(props: AtividadesPageProps) {
  const may = useMay(atividades.list);
  if (may) return <Lines {...props} />;
  return (
    <Page title="Atividade">
      <NoRight />
    </Page>
  );
}

function Lines({ search, go }: AtividadesPageProps) {
  const filters = filtersIn(search);
  const pages = usePages(['atividades', atividades.list.url, filters], ({ cursor, signal }) =>
    call(atividades.list, { query: { ...filters, cursor }, signal }),
  );
  const file = useMutation({
    mutationFn: () => downloadFile(atividades.file, filters, `atividade-${today()}.csv`),
    onError: (error) => notifyFailure('Erro ao baixar o arquivo', error.message, error),
  });
  const { itens, error, retry, more } = pages;
  return (
    <Page
      title="Atividade"
      subtitle="O que aconteceu nesta empresa: quem fez, o quê e quando."
      action={
        <Button busy={file.isPending} onClick={() => file.mutate()}>
          <Download aria-hidden />
          Baixar CSV
        </Button>
      }
    >
      <AtividadesFilters search={search} go={go} />
      {error && <FailureState message={error.message} onRetry={retry} />}
      {!itens && !error && <Loading />}
      {itens?.length === 0 && (
        <EmptyState icon={ScrollText} role="status">
          {emptyText(Object.keys(filters).length > 0, more !== undefined)}
        </EmptyState>
      )}
      {itens && daysOf(itens).map(([day, lines]) => <Day key={day} day={day} lines={lines} go={go} />)}
      {more && (
        <Button className="self-center" busy={more.busy} onClick={more.load}>
          Carregar mais
        </Button>
      )}
    </Page>
  );
}

/** Drops what the contract does not know, so that an old or mistyped link still opens. */
function filtersIn(search: AtividadesSearch): FiltrosDeAtividade {
  const { shape } = FiltrosDeAtividade;
  const entries = Object.entries(search).filter(
    ([name, value]) => value && shape[name as keyof typeof shape].safeParse(value).success,
  );
  return FiltrosDeAtividade.parse(Object.fromEntries(entries));
}

function emptyText(isFiltered: boolean, hasMore: boolean): string {
  if (hasMore) return 'Nada nas linhas mais novas. Carregue mais para procurar nas mais antigas.';
  return isFiltered
    ? 'Nada aconteceu com estes filtros. Limpe-os para ver tudo.'
    : 'Nada aconteceu ainda. Cada mudança, entrada e convite aparece aqui.';
}

const dayOf = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: 'America/Sao_Paulo' });

/** Groups the lines, which are in order, by their day in São Paulo. */
function daysOf(itens: readonly Atividade[]): [day: string, lines: Atividade[]][] {
  const days: [string, Atividade[]][] = [];
  for (const atividade of itens) {
    const day = dayOf.format(new Date(atividade.em));
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(atividade);
    else days.push([day, [atividade]]);
  }
  return days;
}

function Day({
  day,
  lines,
  go,
}: {
  day: string;
  lines: Atividade[];
  go: (change: AtividadesSearch) => void;
}) {
  return (
    <section aria-label={day} className="flex flex-col gap-2">
      <h2 className="font-medium text-meta text-muted first-letter:uppercase">{day}</h2>
      <ol className="flex flex-col divide-y rounded-card border">
        {lines.map((atividade) => (
          <AtividadeRow key={atividade.id} atividade={atividade} onRecord={go} />
        ))}
      </ol>
    </section>
  );
}

const Loading = () => (
  <div role="status" aria-label="Carregando a atividade" className="flex flex-col gap-2">
    {Array.from({ length: 8 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change.
      <div key={index} className="skeleton h-11" />
    ))}
  </div>
);
