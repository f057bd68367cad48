import { useEffect } from 'react';
import { usePageName } from '#lib/page-name.ts';
import { Page } from '#ui/page.tsx';
import { Blocks } from './blocks.tsx';
import { MUDANCAS } from './mudancas.ts';
import { BackToAjuda, Prose } from './pagina-page.tsx';
import { noteSeen } from './seen.ts';

const TITLE = 'O que há de novo';

/** What changed in the product, for the people who use it. Opening it removes the mark at Ajuda. */
export function MudancasPage() {
  usePageName(TITLE);
  useEffect(noteSeen, []);
  return (
    <Page
      title={TITLE}
      subtitle="O que mudou no Prumo, do mais novo para o mais antigo"
      action={<BackToAjuda />}
    >
      <Prose>
        {MUDANCAS.map(({ dia, blocks }) => (
          <section key={dia} aria-label={dia} className="flex flex-col gap-3">
            <h2 className="mt-3 font-semibold text-dialog">{dia}</h2>
            <Blocks blocks={blocks} />
          </section>
        ))}
      </Prose>
    </Page>
  );
}
