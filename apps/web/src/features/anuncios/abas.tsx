import { ABAS_DE_ANUNCIOS, type AbaDeAnuncios, type ResumoDeAnuncios } from '@prumo/contract/anuncios.ts';
import { Link } from '@tanstack/react-router';
import { cn } from '#lib/class-names.ts';
import { TabCount, tabLink, tabLinksLook } from '#ui/tab-link.tsx';
import { ABA_EM_PALAVRAS } from './anuncio-words.ts';
import type { AnunciosSearch } from './anuncios-search.ts';

interface AbasProps {
  resumo: ResumoDeAnuncios | undefined;
  current: AbaDeAnuncios;
  search: AnunciosSearch;
}

export function Abas({ resumo, current, search }: AbasProps) {
  return (
    <nav aria-label="Abas dos anúncios" className={cn(tabLinksLook, 'min-w-0 max-md:w-full max-md:border-b')}>
      {ABAS_DE_ANUNCIOS.map((aba) => (
        <Link
          key={aba}
          to="/vendas/anuncios"
          search={{ ...search, aba: aba === 'todos' ? undefined : aba }}
          {...tabLink(aba === current)}
        >
          {ABA_EM_PALAVRAS[aba]}
          <TabCount
            counted={resumo?.abas.find((each) => each.aba === aba)}
            look={aba === current ? 'current' : 'plain'}
          />
        </Link>
      ))}
    </nav>
  );
}
