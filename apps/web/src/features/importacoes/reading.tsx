import type { Importacao } from '@prumo/contract/importacoes.ts';
import { Card } from '#ui/card.tsx';
import { HeldUp } from './held-up.tsx';
import { Moves } from './moves.tsx';
import { Progress } from './progress.tsx';

interface ReadingProps {
  importacao: Importacao;
  error: Error | null;
}

/** Shows the progress of reading the anuncios. No produto is created yet. */
export function Reading({ importacao, error }: ReadingProps) {
  const { anuncios, lidos } = importacao.contagem;
  return (
    <Card
      title={importacao.situacao === 'lendo' ? 'Buscando os anúncios' : 'Busca parada'}
      text={
        importacao.situacao === 'lendo'
          ? 'Você pode sair desta tela: a busca continua e a prévia espera por você aqui. Nada é salvo ainda.'
          : 'Nada foi salvo ainda. Retome para continuar de onde a busca parou.'
      }
    >
      <HeldUp importacao={importacao} error={error} />
      <Progress label="Anúncios lidos" done={lidos} total={anuncios || undefined} />
      <Moves importacao={importacao} />
    </Card>
  );
}
