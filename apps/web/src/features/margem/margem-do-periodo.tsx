import { MAX_PEDIDOS_DA_MARGEM, SEM_PRODUTO } from '@prumo/contract/margens.ts';
import { X } from 'lucide-react';
import { dayOf, formatDay } from '#lib/numbers/day.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { useNow } from '#lib/use-now.ts';
import { Button } from '#ui/button.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Page } from '#ui/page.tsx';
import { Frame } from '#ui/table/frame.tsx';
import { Grupos } from './grupos.tsx';
import { Linhas } from './linhas.tsx';
import { filterOf, grupoIn, type MargemFilter, ordemIn } from './margem-filter.ts';
import { diasText, type Periodo, periodoIn, troubleOf } from './margem-periodo.ts';
import type { MargemSearch } from './margem-search.ts';
import { Toolbar } from './toolbar.tsx';
import { Totais } from './totais.tsx';
import { useLinhas, useSomas } from './use-margem.ts';
import { Demais, Vazio } from './vazio.tsx';

interface PeriodoProps {
  search: MargemSearch;
  go: (change: MargemSearch) => void;
}

/** The sums of a period and its rows. */
export function MargemDoPeriodo({ search, go }: PeriodoProps) {
  // 'Últimos 7 dias' moves on at midnight.
  const filter = filterOf(search, dayOf(new Date(useNow())));
  const trouble = troubleOf(filter);
  const grupo = grupoIn(search);
  const ordem = ordemIn(search);
  const periodo = periodoIn(search);
  const somas = useSomas(filter, trouble === undefined);
  const isTooLong = somas.data?.somas === null && !somas.isPlaceholderData;
  const linhas = useLinhas(filter, { grupo, ordem }, trouble === undefined && !isTooLong);
  const choose = (chosen: Periodo) => go({ periodo: chosen, de: undefined, ate: undefined });
  const isOfOne = filter.produto !== undefined || filter.anuncio !== undefined;
  const since = somas.data?.desde ? dayOf(new Date(somas.data.desde)) : undefined;
  return (
    <Page
      title="Margem"
      tabs={<Grupos current={isOfOne ? (filter.produto ? 'produto' : 'anuncio') : grupo} search={search} />}
    >
      <Toolbar
        {...{ periodo, ordem, go }}
        de={filter.de}
        ate={filter.ate}
        conta={filter.conta_id}
        contas={somas.data?.contas ?? []}
      />
      {trouble ? (
        <p role="alert" className="text-control text-warn-fg">
          {trouble}
        </p>
      ) : somas.error && !somas.data ? (
        <Frame>
          <FailureState message={somas.error.message} onRetry={somas.refetch} />
        </Frame>
      ) : isTooLong ? (
        <Frame>
          <Demais most={formatInteger(MAX_PEDIDOS_DA_MARGEM)} onPeriodo={choose} />
        </Frame>
      ) : (
        <>
          <Totais somas={somas.data?.somas ?? undefined} stale={somas.isPlaceholderData} />
          {since !== undefined && since > filter.de && (
            <p className="text-meta text-muted">
              Só entram as vendas desde {formatDay(since)}, quando as contas começaram a reservar o estoque.
            </p>
          )}
          {isOfOne && (
            <p className="flex flex-wrap items-center gap-2 text-control">
              <span className="min-w-0 wrap-anywhere">
                <De filter={filter} nome={somas.isPlaceholderData ? null : (somas.data?.nome ?? null)} />
              </span>
              <Button
                look="ghost"
                onClick={() => go({ produto: undefined, anuncio: undefined, aberto: undefined })}
              >
                <X aria-hidden />
                {filter.produto ? 'Todos os produtos' : 'Todos os anúncios'}
              </Button>
            </p>
          )}
          {/* On a phone the page scrolls, and on a wider window the rows do. */}
          <div className="flex min-h-0 flex-col max-md:flex-none">
            <Linhas
              {...{ linhas, grupo, search, go }}
              empty={
                somas.data && (
                  <Vazio
                    desde={somas.data.desde}
                    periodo={periodo}
                    dias={diasText(filter)}
                    onPeriodo={choose}
                  />
                )
              }
            />
          </div>
        </>
      )}
    </Page>
  );
}

/** What the pedidos have in common. A name that is not read yet, and an anuncio without a title, show none. */
function De({ filter, nome }: { filter: MargemFilter; nome: string | null }) {
  if (filter.produto === SEM_PRODUTO) return 'Pedidos sem produto ligado';
  const one = filter.produto ? 'deste produto' : 'deste anúncio';
  return nome === null ? (
    `Pedidos ${one}`
  ) : (
    <>
      Pedidos de <strong className="font-medium">{nome}</strong>
    </>
  );
}
