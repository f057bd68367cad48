import { anuncios, type UnidadeDeAnuncio } from '@prumo/contract/anuncios.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { useNow } from '#lib/use-now.ts';
import { Opening } from '#ui/dialog/opening.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { inputLook } from '#ui/form/input.tsx';
import { SearchInput } from '#ui/form/search-input.tsx';
import { useSlash } from '#ui/form/use-slash.ts';
import { Page } from '#ui/page.tsx';
import { Abas } from './abas.tsx';
import { handleOf } from './anuncio-words.ts';
import { filterOf } from './anuncios-filter.ts';
import type { AnunciosSearch } from './anuncios-search.ts';
import { Contas } from './contas.tsx';
import { Lista } from './lista.tsx';
import { titleOf } from './simulacao/simulacao-words.ts';
import { useActs } from './use-acts.ts';
import { useAnuncios } from './use-anuncios.ts';
import { Vazio } from './vazio.tsx';

const LigarDialog = later(async () => (await import('./ligar-dialog.tsx')).LigarDialog);
const ModoDialog = later(async () => (await import('./modo/modo-dialog.tsx')).ModoDialog);
const SimulacaoDialog = later(async () => (await import('./simulacao/simulacao-dialog.tsx')).SimulacaoDialog);

const MODO = 'Como os anúncios mostram o estoque';
/** The simulation shows a table. */
const WIDE = 'md:w-[58rem] md:max-w-[calc(100vw-4rem)]';

/** The counts follow the stream of changes. These reads are the net below it. */
const COUNT_AGAIN_MS = 60_000;
const FOLLOW_MS = 5000;

interface AnunciosPageProps {
  search: AnunciosSearch;
  go: (change: AnunciosSearch, options?: { replace: boolean }) => void;
}

/** What is here and what each anuncio shows. */
export function AnunciosPage({ search, go }: AnunciosPageProps) {
  const now = useNow();
  const filter = filterOf(search);
  const resumo = useQuery({
    ...queryOf(anuncios.summary),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.contas.some(({ leitura }) => leitura.situacao === 'lendo') ? FOLLOW_MS : COUNT_AGAIN_MS,
  });
  const list = useAnuncios(filter);
  const acts = useActs();
  const ligar = useDialog('ligar');
  const modo = useDialog('modo');
  const simulacao = useDialog('simulacao');
  const busca = useRef<HTMLDivElement>(null);
  useSlash(() => busca.current?.querySelector('input'));
  const contas = resumo.data?.contas ?? [];
  const chosen = list.blocos
    ?.flatMap(({ produto, unidades }) => unidades.map((unit) => ({ unit, produto })))
    .find(({ unit }) => argsOf(unit).every((arg, n) => arg === ligar.args?.[n]));
  const simulated = contas.find(({ id }) => id === simulacao.args?.[0]);
  const isNarrowed = filter.conta_id !== undefined;
  const readAgain = (contaId: string) => void acts.readAgain(contaId);

  return (
    <Page title="Anúncios" subtitle="O estoque daqui e o que cada anúncio mostra">
      {resumo.error && !resumo.data ? (
        <FailureState message={resumo.error.message} onRetry={resumo.refetch} />
      ) : resumo.data ? (
        contas.length > 0 && (
          <Contas
            {...{ contas, now, asked: acts.busy }}
            onRead={readAgain}
            onSimulate={(contaId) => simulacao.open(contaId)}
          />
        )
      ) : (
        <div aria-hidden className="skeleton h-14 shrink-0 rounded-card" />
      )}
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 md:border-b">
        <Abas resumo={resumo.data} current={filter.aba} search={search} />
        <div ref={busca} className="flex items-center gap-2 max-md:w-full max-md:flex-wrap md:pb-1.5">
          <SearchInput
            label="Produto, SKU ou anúncio"
            value={filter.busca ?? ''}
            onSearch={(text) => go({ busca: text || undefined }, { replace: true })}
          />
          {contas.length > 1 && (
            <select
              aria-label="Conta"
              value={filter.conta_id ?? ''}
              className={cn(
                inputLook,
                'h-8 border-border px-2 shadow-control max-md:h-9 max-md:w-full md:w-auto md:text-control',
              )}
              onChange={({ target }) => go({ conta_id: target.value || undefined })}
            >
              <option value="">Todas as contas</option>
              {contas.map((conta) => (
                <option key={conta.id} value={conta.id}>
                  {handleOf(conta)}
                </option>
              ))}
            </select>
          )}
        </div>
      </div>
      <div className="flex min-h-0 flex-1 flex-col max-md:flex-none">
        <Lista
          anuncios={list}
          contas={new Map(contas.map((conta) => [conta.id, conta]))}
          now={now}
          isNarrowed={isNarrowed}
          onLigar={(unit) => ligar.open(...argsOf(unit))}
          onModo={(produtoId) => modo.open(produtoId)}
          empty={
            <Vazio
              aba={filter.aba}
              resumo={resumo.data}
              busca={filter.busca}
              narrowed={isNarrowed}
              onClear={() => go({ busca: undefined, conta_id: undefined })}
              onRead={readAgain}
            />
          }
        />
      </div>
      {ligar.place && list.blocos && (
        <Opening title="Ligar a um produto" onClose={ligar.place.close}>
          <LigarDialog chosen={chosen} acts={acts} place={ligar.place} />
        </Opening>
      )}
      {modo.place && list.blocos && (
        <Opening title={MODO} onClose={modo.place.close}>
          <ModoDialog
            title={MODO}
            bloco={list.blocos.find(({ produto }) => produto && produto.id === modo.args?.[0])}
            isNarrowed={isNarrowed}
            place={modo.place}
          />
        </Opening>
      )}
      {simulacao.place && simulated && (
        <Opening title={titleOf(simulated.mudancas)} onClose={simulacao.place.close} className={WIDE}>
          <SimulacaoDialog
            {...{ conta: simulated, tipo: simulacao.args?.[1], now, className: WIDE }}
            onTipo={(tipo) => simulacao.open(...[simulated.id, tipo ?? []].flat())}
            place={simulacao.place}
          />
        </Opening>
      )}
    </Page>
  );
}

/** Names a unit in the address of its dialog. */
const argsOf = ({ conta_id, anuncio_id, variacao_id }: UnidadeDeAnuncio) => [
  conta_id,
  anuncio_id,
  variacao_id,
];
