import { Link } from '@tanstack/react-router';
import { SearchX, Sparkles } from 'lucide-react';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchInput } from '#ui/form/search-input.tsx';
import { Page } from '#ui/page.tsx';
import { PAGINAS, type Pagina, paginaAt, SECTIONS } from './paginas.ts';
import { searchPaginas } from './search-paginas.ts';
import { useUnseen } from './seen.ts';

interface AjudaPageProps {
  busca: string | undefined;
  onSearch: (busca: string) => void;
}

/** The pages of ajuda, and a search over their texts. */
export function AjudaPage({ busca, onSearch }: AjudaPageProps) {
  const isUnseen = useUnseen();
  const hits = searchPaginas(PAGINAS, busca ?? '');
  return (
    <Page title="Ajuda" subtitle="Como fazer cada coisa no Prumo, em poucas linhas">
      <SearchInput label="Buscar na ajuda" value={busca ?? ''} onSearch={onSearch} />
      {busca?.trim() ? (
        <>
          <p role="status" className="sr-only">
            {hits.length === 1 ? '1 página encontrada' : `${hits.length} páginas encontradas`}
          </p>
          {hits.length === 0 ? (
            <EmptyState icon={SearchX}>
              Nenhuma página fala disso. Tente outra palavra, ou veja a lista completa apagando a busca.
            </EmptyState>
          ) : (
            <ul className="flex max-w-3xl flex-col divide-y rounded-card border">
              {hits.map(({ pagina, snippet }) => (
                <Entry key={pagina.slug} pagina={pagina} text={snippet} />
              ))}
            </ul>
          )}
        </>
      ) : (
        <>
          <Link
            to="/ajuda/o-que-ha-de-novo"
            className="flex max-w-3xl items-center gap-3 rounded-card border px-3.5 py-3 hover:bg-subtle"
          >
            <Sparkles aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 flex-1 font-medium text-control">O que há de novo</span>
            {isUnseen && <Badge>Novo</Badge>}
          </Link>
          <div className="grid gap-5 pb-6 md:grid-cols-2">
            {SECTIONS.map(({ titulo, slugs }) => (
              <section key={titulo} aria-label={titulo}>
                <h2 className="mb-2 font-medium text-control text-muted">{titulo}</h2>
                <ul className="flex flex-col divide-y rounded-card border">
                  {slugs.map((slug) => {
                    const pagina = paginaAt(slug);
                    return pagina && <Entry key={slug} pagina={pagina} text={pagina.resumo} />;
                  })}
                </ul>
              </section>
            ))}
          </div>
        </>
      )}
    </Page>
  );
}

function Entry({ pagina: { slug, titulo }, text }: { pagina: Pagina; text: string }) {
  return (
    <li>
      <Link
        to="/ajuda/$pagina"
        params={{ pagina: slug }}
        className="block px-3.5 py-2.5 hover:bg-subtle focus-visible:-outline-offset-2"
      >
        <span className="block font-medium text-control">{titulo}</span>
        <span className="block text-meta text-muted">{text}</span>
      </Link>
    </li>
  );
}
