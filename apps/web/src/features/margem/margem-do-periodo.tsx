import { MAX_PEDIDOS_DA_MARGEM } from '@prumo/contract/margens.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { today } from '#lib/numbers/day.ts';
import { formatInteger } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Page } from '#ui/page.tsx';
import { Frame } from '#ui/table/frame.tsx';
import { Grupos } from './grupos.tsx';
import { Linhas } from './linhas.tsx';
import { filterOf, grupoIn, ordemIn } from './margem-filter.ts';
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
  // The days stay the same while the screen is open, also after midnight.
  const [now] = useState(today);
  const filter = filterOf(search, now);
  const trouble = troubleOf(filter);
  const grupo = grupoIn(search);
  const ordem = ordemIn(search);
  const periodo = periodoIn(search);
  const somas = useSomas(filter, trouble === undefined);
  const isTooLong = somas.data?.somas === null && !somas.isPlaceholderData;
  const linhas = useLinhas(filter, { grupo, ordem }, trouble === undefined && !isTooLong);
  const choose = (chosen: Periodo) => go({ periodo: chosen, de: undefined, ate: undefined });
  const isOfOne = filter.produto !== undefined || filter.anuncio !== undefined;
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
          {isOfOne && (
            <p className="flex flex-wrap items-center gap-2 text-control">
              <span className="min-w-0 wrap-anywhere">
                Pedidos de <strong className="font-medium">{somas.data?.nome ?? 'sem produto ligado'}</strong>
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
