import type { AcaoDeAnuncio, AnuncioProposto, GrupoDeAnuncios } from '@prumo/contract/anuncios.ts';
import { type Importacao, importacoes } from '@prumo/contract/importacoes.ts';
import { PackageOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { useNarrowScreen } from '#lib/media.ts';
import { notifySuccess } from '#lib/notify.tsx';
import { ListEmpty } from '#records/list-empty.tsx';
import { useList } from '#records/use-list.ts';
import { FailureState } from '#ui/failure-state.tsx';
import { Pager } from '#ui/pager.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { AnuncioActions, type Decide } from './anuncio-actions.tsx';
import { DONE_WORDS, keyOfAnuncio } from './anuncio-words.ts';
import { AnunciosCards } from './anuncios-cards.tsx';
import { AnunciosTable } from './anuncios-table.tsx';
import { GrupoActions } from './grupo-actions.tsx';
import { countOf } from './grupos.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { useDecide } from './use-importacao-acts.ts';

interface AnunciosListProps {
  importacao: Importacao;
  grupo: GrupoDeAnuncios;
  /** What is done with them is still open. */
  canDecide?: boolean;
}

/** One group of the anuncios, a page at a time. */
export function AnunciosList({ importacao, grupo, canDecide = false }: AnunciosListProps) {
  const { id, contagem } = importacao;
  const [place, setPlace] = useState<{ busca?: string | undefined; cursor?: string | undefined }>({});
  const go = (change: typeof place) => setPlace((now) => ({ ...now, ...change }));
  const { page, stale, failure } = useList(
    { ...queryOf(importacoes.anuncios, { params: { id }, query: { grupo, ...place } }), staleTime: 0 },
    { search: place, go },
  );
  const isNarrow = useNarrowScreen();
  const decide = useDecide(id);
  const [linking, setLinking] = useState<AnuncioProposto>();
  const [said, setSaid] = useState('');
  const frame = useRef<HTMLDivElement>(null);

  // A row that was decided leaves its group, and takes the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are the occasion, not an input
  useEffect(() => {
    if (said && document.activeElement === document.body) frame.current?.focus();
  }, [page, said]);

  const decideOne: Decide = (anuncio, acao, produto_id) =>
    decide.mutate(
      { anuncios: [keyOfAnuncio(anuncio)], acao, ...(produto_id && { produto_id }) },
      { onSuccess: () => setSaid(`${anuncio.titulo}: ${DONE_WORDS[acao]}`) },
    );

  /** One after the other: the second is about what the first has left. */
  async function decideAll(acoes: readonly AcaoDeAnuncio[]) {
    if (decide.isPending) return;
    try {
      for (const acao of acoes) await decide.mutateAsync({ grupo, acao });
      notifySuccess('Anúncios atualizados');
    } catch {
      // Said where it failed.
    }
  }

  const asks = grupo === 'conferir';
  const actionsOf = (anuncio: AnuncioProposto) =>
    canDecide && anuncio.resultado === 'pendente' ? (
      <AnuncioActions
        anuncio={anuncio}
        asks={asks}
        onDecide={decideOne}
        onLinkOther={() => setLinking(anuncio)}
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
            busy={decide.isPending}
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
        {page && page.itens.length > 0 && <Rows itens={page.itens} actionsOf={actionsOf} asks={asks} />}
        {page?.itens.length === 0 && (
          <ListEmpty icon={PackageOpen} sentence="Nenhum anúncio neste grupo" search={place} go={go} />
        )}
        {page && page.itens.length > 0 && (
          <Pager
            // The server counts no list to its end; the group was counted already.
            page={place.busca ? page : { ...page, total: countOf(contagem, grupo) }}
            rows={page.itens.length}
            onGo={(cursor) => {
              go({ cursor });
              frame.current?.scrollIntoView({ block: 'start' });
            }}
          />
        )}
      </div>
      {linking && (
        <LinkDialog
          anuncio={linking}
          onChoose={(produtoId) => {
            setLinking(undefined);
            decideOne(linking, 'ligar', produtoId);
          }}
          onClose={() => setLinking(undefined)}
        />
      )}
    </div>
  );
}
