import type { Importacao } from '@prumo/contract/importacoes.ts';
import type { GrupoDeAnuncios } from '@prumo/contract/importacoes-anuncios.ts';
import { useRef, useState } from 'react';
import { counted, GRUPO_WORDS, isEmpty, planOf } from '#features/importacoes/anuncios/anuncio-words.ts';
import { AnunciosList } from '#features/importacoes/anuncios/anuncios-list.tsx';
import { Grupos } from '#features/importacoes/anuncios/grupos.tsx';
import { CancelButton } from '#features/importacoes/cancel-button.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { useKept } from '#lib/drafts/use-kept.ts';
import { useLostFocus } from '#lib/use-lost-focus.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Choices, type Chosen } from './choices.tsx';
import { NothingFound } from './nothing-found.tsx';

const GRUPOS = [
  'todos',
  'criar',
  'ligar',
  'conferir',
  'ignorar',
  'recusados',
] as const satisfies readonly GrupoDeAnuncios[];

interface PreviewProps {
  importacao: Importacao;
  /** The previous importacao, whose choices are the defaults. */
  last: Importacao | undefined;
}

/** Shows the planned action of each anuncio, then asks for deposito and fornecedor. */
export function Preview({ importacao, last }: PreviewProps) {
  const { contagem } = importacao;
  // The second step is in the address as a dialog is: Back returns to the anuncios, and a reload stays.
  const choices = useDialog('destino');
  const step = choices.place ? 'choices' : 'anuncios';
  const [grupo, setGrupo] = useState<GrupoDeAnuncios>(contagem.conferir > 0 ? 'conferir' : 'todos');
  // The choices are stored here, so that they survive a return to the anuncios.
  const [chosen, setChosen, forget] = useKept<Chosen>(`importacao ${importacao.id}`, {});
  const body = useRef<HTMLDivElement>(null);
  useLostFocus(body, step);
  const isNothing = contagem.criar + contagem.ligar === 0;

  function decideFirst() {
    choices.place?.close();
    setGrupo('conferir');
  }

  if (isEmpty(contagem)) return <NothingFound importacao={importacao} />;

  return (
    <div ref={body} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {choices.place ? (
        <Choices
          importacao={importacao}
          last={last}
          chosen={chosen}
          onChoose={(change) => setChosen({ ...chosen, ...change })}
          onBack={choices.place.close}
          onStarted={() => {
            forget();
            choices.place?.close();
          }}
          onUndecided={decideFirst}
        />
      ) : (
        <>
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0 flex-1 basis-80">
              <h2 className="font-semibold text-dialog tracking-[-0.01em]">Prévia da importação</h2>
              <p className="text-control text-muted">{planOf(contagem)} Nada é salvo ainda.</p>
            </div>
            <div className="flex flex-wrap gap-2">
              <CancelButton importacao={importacao} />
              <Button
                look="primary"
                disabled={isNothing && contagem.conferir === 0}
                onClick={() => (contagem.conferir > 0 ? decideFirst() : choices.open())}
              >
                Continuar
              </Button>
            </div>
          </div>
          {contagem.conferir > 0 && (
            <Notice>
              <p>
                {counted(contagem.conferir, 'anúncio parece', 'anúncios parecem')} ser de produtos que você já
                tem, mas não é certo. Diga se é o mesmo produto antes de continuar.
              </p>
            </Notice>
          )}
          <Grupos grupos={GRUPOS} words={GRUPO_WORDS} contagem={contagem} grupo={grupo} onGrupo={setGrupo} />
          <AnunciosList key={grupo} importacao={importacao} grupo={grupo} canDecide />
        </>
      )}
    </div>
  );
}
