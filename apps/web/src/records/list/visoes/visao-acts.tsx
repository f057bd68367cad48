import type { Visao } from '@prumo/contract/visoes.ts';
import { Button } from '#ui/button.tsx';
import type { Visoes } from './use-visoes.ts';
import { VisaoMenu } from './visao-menu.tsx';
import { isChanged, type Shown } from './visao-place.ts';

interface CurrentVisao {
  visao: Visao;
  shown: Shown;
}

/** Marks the tab of a visao from which the screen differs. */
export const ChangedDot = ({ visao, shown }: CurrentVisao) =>
  isChanged(visao, shown) && (
    <span role="img" aria-label="alterada" className="size-1.5 rounded-full bg-primary" />
  );

interface VisaoActsProps {
  visao: Visao;
  visoes: Visoes;
  onRename: () => void;
  onRemove: () => void;
}

/** What its owner does with a visao. */
export const VisaoActs = ({ visao, visoes, onRename, onRemove }: VisaoActsProps) => (
  <VisaoMenu
    visao={visao}
    onRename={onRename}
    onShare={(compartilhada) =>
      void visoes.update(
        visao,
        { compartilhada },
        compartilhada ? 'Aba compartilhada com a equipe' : 'Aba só sua de novo',
      )
    }
    onRemove={onRemove}
  />
);

/** Keeps or forgets the difference between the screen and the visao. Only its owner keeps it. */
export const ChangedActs = ({
  visao,
  shown,
  onSave,
  onBack,
}: CurrentVisao & { onSave: () => void; onBack: () => void }) =>
  isChanged(visao, shown) && (
    <>
      {visao.minha && (
        <Button look="ghost" onClick={onSave}>
          Salvar
        </Button>
      )}
      <Button look="ghost" onClick={onBack}>
        Voltar
      </Button>
    </>
  );
