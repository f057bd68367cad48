import { type Inicio, inicio, PASSOS, type Passo } from '@prumo/contract/inicio.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { call } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { notifyFailure } from '#lib/notify.ts';
import { Button } from '#ui/button.tsx';
import { ComecoAcao, VerPasso } from './comeco-acao.tsx';
import { NOME_DO_PASSO, openStep, textOf } from './comeco-passos.ts';
import { InicioCard } from './inicio-card.tsx';

/** The first steps of a new empresa. Each completes itself from the data, in any order. */
export function ComecoCard({ comeco }: { comeco: NonNullable<Inicio['comeco']> }) {
  const [pressed, setPressed] = useState<Passo>();
  const queryClient = useQueryClient();
  const hide = useMutation({
    mutationFn: () => call(inicio.hide),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['inicio'] }),
    onError: (error) => notifyFailure('Erro ao esconder os passos', error.message, error),
  });
  const { feitos } = comeco;
  const open = openStep(feitos, pressed);
  return (
    <InicioCard
      title="Deixe a loja pronta"
      aside={
        <span className="flex items-center gap-3">
          <Progress done={feitos.length} />
          <Button look="ghost" className="max-md:h-9" busy={hide.isPending} onClick={() => hide.mutate()}>
            Esconder
          </Button>
        </span>
      }
    >
      <ol className="flex flex-col">
        {PASSOS.map((passo, n) => (
          <li key={passo} className="flex gap-4 border-t px-4 py-3.5">
            <Mark number={n + 1} isDone={feitos.includes(passo)} isOpen={passo === open} />
            <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-3">
              <div className="min-w-0 flex-1 basis-52">
                <h3 className="font-medium text-control">
                  {NOME_DO_PASSO[passo]}
                  {feitos.includes(passo) && <span className="sr-only"> (feito)</span>}
                </h3>
                <p className="wrap-anywhere text-meta text-muted">{textOf(passo, comeco)}</p>
              </div>
              {feitos.includes(passo) && <VerPasso passo={passo} />}
              {passo === open && <ComecoAcao passo={passo} />}
              {!feitos.includes(passo) && passo !== open && (
                <Button
                  className="max-md:h-9"
                  aria-label={`Abrir o passo ${NOME_DO_PASSO[passo]}`}
                  onClick={() => setPressed(passo)}
                >
                  Abrir
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </InicioCard>
  );
}

const Progress = ({ done }: { done: number }) => (
  <span className="flex items-center gap-2">
    <span aria-hidden className="flex gap-1 max-sm:hidden">
      {PASSOS.map((passo, n) => (
        <span key={passo} className={cn('h-1 w-7 rounded-full', n < done ? 'bg-ok-mark' : 'bg-border')} />
      ))}
    </span>
    {done} de {PASSOS.length}
  </span>
);

interface MarkProps {
  number: number;
  isDone: boolean;
  isOpen: boolean;
}

function Mark({ number, isDone, isOpen }: MarkProps) {
  const look = isOpen ? 'bg-primary text-on-primary' : 'border text-muted';
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-6 shrink-0 items-center justify-center rounded-full font-semibold text-meta',
        isDone ? 'bg-ok text-ok-fg' : look,
      )}
    >
      {isDone ? <Check className="size-3.5" /> : number}
    </span>
  );
}
