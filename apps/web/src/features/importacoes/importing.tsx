import type { Importacao } from '@prumo/contract/importacoes.ts';
import { Link } from '@tanstack/react-router';
import { counted, outcomeOf } from '#features/importacoes/anuncios/anuncio-words.ts';
import { buttonLook } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { HeldUp } from './held-up.tsx';
import { Moves } from './moves.tsx';
import { Progress } from './progress.tsx';

interface ImportingProps {
  importacao: Importacao;
  error: Error | null;
}

/** The produtos are imported first. People can use them while the photos follow. */
export function Importing({ importacao, error }: ImportingProps) {
  const { contagem, situacao } = importacao;
  const { itens, criar, ligar, feitos, fotos, fotos_feitas, fotos_recusadas } = contagem;
  const done = itens - criar - ligar;
  const isMoving = situacao === 'importando';
  return (
    <Card
      title={isMoving ? 'Importando os anúncios' : 'Importação parada'}
      text={isMoving ? MOVING[done === itens ? 'fotos' : 'produtos'] : STOPPED}
    >
      <HeldUp importacao={importacao} error={error} />
      <Progress label="Produtos" done={done} total={itens} unit={itens === 1 ? 'anúncio' : 'anúncios'} />
      <Progress
        label="Fotos"
        done={fotos_feitas + fotos_recusadas}
        total={fotos}
        note={
          fotos_recusadas > 0
            ? counted(fotos_recusadas, 'não pôde ser copiada', 'não puderam ser copiadas')
            : undefined
        }
      />
      {feitos > 0 && <p className="text-control text-muted">{outcomeOf(contagem)}</p>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Moves importacao={importacao} />
        {feitos > 0 && (
          <Link to="/catalogo/produtos" className={buttonLook({ look: 'ghost' })}>
            Ver produtos
          </Link>
        )}
      </div>
    </Card>
  );
}

const MOVING = {
  produtos: 'Você pode sair desta tela: a importação continua e o resultado espera por você aqui.',
  fotos: 'Os produtos já estão no catálogo; as fotos continuam chegando. Você pode sair desta tela.',
};
const STOPPED = 'O que já entrou fica no catálogo. Retome para continuar de onde parou.';
