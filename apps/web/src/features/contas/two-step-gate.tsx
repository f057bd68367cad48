import { contas } from '@prumo/contract/contas.ts';
import { fatores } from '@prumo/contract/fatores.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { notifyRefusal, notifySaved } from '#features/perfil/outcome.ts';
import { useReloadPerfil } from '#features/perfil/perfil-query.ts';
import { call } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spinner } from '#ui/spinner.tsx';

const EnrolDialog = lazy(async () => ({
  default: (await import('#features/perfil/enrol-dialog.tsx')).EnrolDialog,
}));
const CodigosDialog = lazy(async () => ({
  default: (await import('#features/perfil/codigos-dialog.tsx')).CodigosDialog,
}));

interface TwoStepGateProps {
  isOpen: boolean;
  children: ReactNode;
}

/** In the place of what needs two-step verification, the way to turn it on. */
export function TwoStepGate({ isOpen, children }: TwoStepGateProps) {
  const [codigos, setCodigos] = useState<string[]>();
  const body = useRef<HTMLDivElement>(null);
  const queryClient = useQueryClient();
  const reload = useReloadPerfil();
  const enrol = useMutation({
    mutationFn: () => call(fatores.create),
    onError: (error) => notifyRefusal('Erro ao ligar a verificação em duas etapas', error),
  });

  function verified(fresh: string[]) {
    setCodigos(fresh);
    enrol.reset();
    notifySaved();
    void reload();
    void queryClient.invalidateQueries({ queryKey: contas.list.schema.tags });
  }

  function kept() {
    setCodigos(undefined);
    // The button that had the focus is gone with its demand.
    requestAnimationFrame(() => body.current?.focus());
  }

  return (
    <>
      <div ref={body} tabIndex={-1} className="flex min-h-0 flex-1 flex-col gap-4 outline-none md:gap-5">
        {/* The session may know before the codes were kept: what shows them stays until then. */}
        {isOpen && !codigos ? (
          children
        ) : (
          <div className="rounded-card border">
            <EmptyState
              icon={ShieldCheck}
              action={
                // Not disabled while it waits: the focus comes back to it.
                <Button
                  look="primary"
                  aria-busy={enrol.isPending}
                  onClick={() => enrol.isPending || enrol.mutate()}
                >
                  {enrol.isPending && <Spinner />}
                  Ligar verificação em duas etapas
                </Button>
              }
            >
              Para trabalhar com marketplaces, ligue a verificação em duas etapas. Ela protege suas vendas
              mesmo que alguém descubra sua senha.
            </EmptyState>
          </div>
        )}
      </div>
      <Suspense>
        {enrol.data && <EnrolDialog fator={enrol.data} onVerified={verified} onClose={enrol.reset} />}
        {codigos && <CodigosDialog codigos={codigos} onKept={kept} />}
      </Suspense>
    </>
  );
}
