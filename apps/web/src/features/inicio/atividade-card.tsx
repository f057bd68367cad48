import type { AtividadeDoInicio } from '@prumo/contract/inicio.ts';
import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { initialsOf } from '#features/empresas/initials.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { useUndo } from '#records/history/use-undo.ts';
import { Button, buttonLook } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { filterOf, sentenceOf, whenOf, whoOf } from './atividade-words.ts';
import { InicioCard } from './inicio-card.tsx';

export function AtividadeCard({ atividade, now }: { atividade: AtividadeDoInicio; now: number }) {
  const { de_todos, itens } = atividade;
  return (
    <InicioCard
      title={de_todos ? 'Atividade recente' : 'Sua atividade recente'}
      aside={
        de_todos && (
          <Link to="/configuracao/atividade" className={buttonLook({ look: 'ghost' })}>
            Ver tudo
          </Link>
        )
      }
    >
      {itens.length === 0 ? (
        <EmptyState icon={ScrollText}>
          {de_todos
            ? 'Nada mudou ainda. O que a equipe fizer aparece aqui.'
            : 'Nada mudou ainda. O que você fizer aparece aqui.'}
        </EmptyState>
      ) : (
        <ul className="flex flex-col">
          {itens.map((linha) => (
            <Linha key={linha.id} linha={linha} now={now} opens={de_todos} />
          ))}
        </ul>
      )}
    </InicioCard>
  );
}

interface LinhaProps {
  linha: AtividadeDoInicio['itens'][number];
  now: number;
  /** Whether the person may open the screen Atividade. */
  opens: boolean;
}

function Linha({ linha, now, opens }: LinhaProps) {
  const undo = useUndo();
  const { desfazer, escritas, quem, em } = linha;
  const sentence = sentenceOf(linha);
  const text = (
    <>
      <span className="font-medium">{whoOf(linha)}</span> {sentence}
    </>
  );
  // A line of several writes undoes the newest one.
  const undoes = escritas === 1 ? 'Desfazer' : 'Desfazer a última';
  return (
    <li className="flex min-h-11 items-center gap-3 border-t px-4 py-1.5">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent font-semibold text-accent-fg text-badge"
      >
        {initialsOf(quem?.nome ?? 'Prumo')}
      </span>
      <p className="wrap-anywhere min-w-0 flex-1 text-control">
        {opens ? (
          <Link
            to="/configuracao/atividade"
            search={filterOf(linha)}
            className="rounded-control hover:underline"
          >
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      {desfazer && (
        <Button
          look="ghost"
          className="max-md:h-9"
          busy={undo.isPending}
          aria-label={`${undoes}: ${sentence}`}
          onClick={() => undo.mutate({ lote: desfazer, done: 'Alteração desfeita' })}
        >
          {undoes}
        </Button>
      )}
      <time dateTime={em} title={formatDateTime(em)} className="shrink-0 text-meta text-muted">
        {whenOf(em, now)}
      </time>
    </li>
  );
}
