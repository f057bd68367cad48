import type { Importacao } from '@prumo/contract/importacoes.ts';
import type { GrupoDeAnuncios } from '@prumo/contract/importacoes-anuncios.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted, GRUPO_PAST_WORDS, outcomeOf } from '#features/importacoes/anuncios/anuncio-words.ts';
import { AnunciosList } from '#features/importacoes/anuncios/anuncios-list.tsx';
import { Grupos } from '#features/importacoes/anuncios/grupos.tsx';
import { formatDateTime, formatInteger } from '#lib/numbers/format.ts';
import { Button, buttonLook } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Figure, Figures } from '#ui/figures.tsx';
import { CriadosLink } from './criados-link.tsx';
import { ResultLink } from './result-link.tsx';

const GRUPOS = ['recusados', 'ignorar', 'feitos', 'todos'] as const satisfies readonly GrupoDeAnuncios[];

interface ResultProps {
  importacao: Importacao;
  onNew: () => void;
}

/** Shows the outcome of each anuncio. */
export function Result({ importacao, onNew }: ResultProps) {
  const { id, situacao, contagem, concluida_em } = importacao;
  const [grupo, setGrupo] = useState<GrupoDeAnuncios>(contagem.recusados > 0 ? 'recusados' : 'feitos');
  const isCancelled = situacao === 'cancelada';
  const at = concluida_em ? ` em ${formatDateTime(concluida_em)}` : '';
  return (
    <>
      <Card
        title={isCancelled ? 'Importação cancelada' : 'Importação concluída'}
        text={`${outcomeOf(contagem)} ${isCancelled ? 'Cancelada' : 'Concluída'}${at}.`}
        action={
          <div className="flex flex-wrap gap-2">
            <ResultLink id={id} />
            <Button look="primary" onClick={onNew}>
              Nova importação
            </Button>
          </div>
        }
      >
        <Figures label="Resultado da importação" className="grid-cols-2 md:grid-cols-4 xl:grid-cols-7">
          <Figure label="Produtos criados" value={formatInteger(contagem.criados)} />
          <Figure label="Anúncios ligados" value={formatInteger(contagem.ligados)} />
          <Figure label="Atualizados" value={formatInteger(contagem.atualizados)} />
          <Figure label="Sem mudança" value={formatInteger(contagem.iguais)} />
          <Figure label="Ignorados" value={formatInteger(contagem.ignorar)} />
          <Figure
            label="Não importados"
            value={formatInteger(contagem.recusados)}
            tone={contagem.recusados > 0 ? 'warn' : 'plain'}
          />
          <Figure
            className="col-span-2 xl:col-span-1"
            label="Fotos copiadas"
            value={formatInteger(contagem.fotos_feitas)}
            note={
              contagem.fotos_recusadas > 0
                ? counted(contagem.fotos_recusadas, 'não copiada', 'não copiadas')
                : undefined
            }
          />
        </Figures>
        <div className="flex flex-wrap gap-2">
          <CriadosLink importacao={importacao} />
          <Link to="/catalogo/produtos" className={buttonLook()}>
            Ver produtos
          </Link>
        </div>
      </Card>
      <section aria-labelledby="resultado-anuncios" className="flex flex-col gap-3">
        <h2 id="resultado-anuncios" className="font-semibold text-body">
          O que aconteceu com cada anúncio
        </h2>
        <Grupos
          grupos={GRUPOS}
          words={GRUPO_PAST_WORDS}
          contagem={contagem}
          grupo={grupo}
          onGrupo={setGrupo}
        />
        <AnunciosList key={grupo} importacao={importacao} grupo={grupo} />
      </section>
    </>
  );
}
