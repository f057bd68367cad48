import { type Importacao, importacoes } from '@prumo/contract/importacoes.ts';
import type { AnuncioProposto, GrupoDeAnuncios } from '@prumo/contract/importacoes-anuncios.ts';
import { PackageOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { useNarrowScreen } from '#lib/media.ts';
import { ListEmpty } from '#records/list/list-empty.tsx';
import { useList } from '#records/list/use-list.ts';
import { FailureState } from '#ui/failure-state.tsx';
import { SearchInput } from '#ui/form/search-input.tsx';
import { Pager } from '#ui/table/pager.tsx';
import { AnuncioActions } from './anuncio-actions.tsx';
import { AnunciosCards } from './anuncios-cards.tsx';
import { AnunciosTable } from './anuncios-table.tsx';
import { GrupoActions } from './grupo-actions.tsx';
import { countOf } from './grupos.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { useDecisions } from './use-decisions.ts';

interface AnunciosListProps {
  importacao: Importacao;
  grupo: GrupoDeAnuncios;
  /** True while the person can still change the actions. */
  canDecide?: boolean;
}

/** One group of anuncios, page by page. */
export function AnunciosList({ importacao, grupo, canDecide = false }: AnunciosListProps) {
  const { id, contagem } = importacao;
  const [place, setPlace] = useState<{ busca?: string | undefined; cursor?: string | undefined }>({});
  const go = (change: typeof place) => setPlace((now) => ({ ...now, ...change }));
  const query = queryOf(importacoes.anuncios, { params: { id }, query: { grupo, ...place } });
  const { page, stale, failure } = useList(
    // Fetched each time the list opens, and only then, so that decided rows keep their position meanwhile.
    { ...query, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
    { search: place, go },
  );
  const isNarrow = useNarrowScreen();
  const { decideOne, decideAll, said, isBusy, isUntouched } = useDecisions({
    id,
    grupo,
    queryKey: query.queryKey,
  });
  const link = useDialog('ligar');
  const [linkedId, linkedVariacao] = link.args ?? [];
  const linking = page?.itens.find(
    ({ anuncio_id, variacao_id }) => canDecide && anuncio_id === linkedId && variacao_id === linkedVariacao,
  );
  const frame = useRef<HTMLDivElement>(null);
  const count = countOf(contagem, grupo);
  const [counted] = useState(count);

  // A decision that empties the group removes its rows and the focused button with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they trigger the effect but are not used in it
  useEffect(() => {
    if (!isUntouched && document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true });
  }, [page, count]);

  const actionsOf = (anuncio: AnuncioProposto) =>
    canDecide && anuncio.resultado === 'pendente' ? (
      <AnuncioActions
        anuncio={anuncio}
        onDecide={(acao) => void decideOne(anuncio, acao)}
        onLinkOther={() => link.open(anuncio.anuncio_id, anuncio.variacao_id)}
      />
    ) : null;
  const Rows = isNarrow ? AnunciosCards : AnunciosTable;

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SearchInput
          label="Buscar anúncios..."
          value={place.busca ?? ''}
          onSearch={(busca) => go({ busca: busca || undefined, cursor: undefined })}
        />
        {canDecide && !place.busca && (
          <GrupoActions
            grupo={grupo}
            contagem={contagem}
            busy={isBusy}
            onDecide={(acoes) => void decideAll(acoes)}
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div
        ref={frame}
        tabIndex={-1}
        aria-busy={stale || !page}
        className={cn(
          'flex flex-col overflow-hidden rounded-card border bg-surface outline-none transition-opacity',
          stale && 'opacity-60',
        )}
      >
        {failure && <FailureState message={failure.message} onRetry={failure.retry} />}
        {!page && !failure && (
          <p role="status" className="px-3.5 py-10 text-center text-control text-muted">
            Carregando...
          </p>
        )}
        {page && page.itens.length > 0 && (
          <Rows itens={page.itens} isPlan={canDecide} actionsOf={actionsOf} />
        )}
        {page?.itens.length === 0 && (
          <ListEmpty icon={PackageOpen} sentence="Nenhum anúncio neste grupo" search={place} go={go} />
        )}
        {page && page.itens.length > 0 && (
          <Pager
            // The server returns no total for this list. The count of the group replaces it until a row leaves the
            // group.
            page={place.busca || count !== counted ? page : { ...page, total: count }}
            rows={page.itens.length}
            onGo={(cursor) => {
              go({ cursor });
              frame.current?.scrollIntoView({ block: 'start' });
            }}
          />
        )}
      </div>
      {linking && link.place && (
        <LinkDialog
          anuncio={linking}
          busy={isBusy}
          onChoose={async (produto) => {
            const isTaken = await decideOne(linking, 'ligar', produto);
            if (isTaken) link.place?.close();
          }}
          place={link.place}
        />
      )}
    </div>
  );
}
