import type { ContaComAnuncios } from '@prumo/contract/anuncios.ts';
import { publicacao, type SimulacaoDeEnvio, TipoDeMudanca } from '@prumo/contract/publicacao.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Download } from 'lucide-react';
import { useRef } from 'react';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { downloadFile } from '#lib/files/download-file.ts';
import { notifyFailure } from '#lib/notify.ts';
import { today } from '#lib/numbers/day.ts';
import { useLostFocus } from '#lib/use-lost-focus.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { Contadores } from './contadores.tsx';
import { Mudancas } from './mudancas.tsx';
import { avisoOf, subtitleOf, titleOf, todas } from './simulacao-words.ts';
import { type Simulacao, useSimulacao } from './use-simulacao.ts';

interface SimulacaoDialogProps {
  conta: ContaComAnuncios;
  /** The kind in the address. A mistyped one shows all kinds. */
  tipo: string | undefined;
  now: number;
  className: string;
  onTipo: (tipo: TipoDeMudanca | undefined) => void;
  place: DialogPlace;
}

/** Shows what would be sent to the anuncios of a conta. Nothing is sent. */
export function SimulacaoDialog({ conta, tipo, now, className, onTipo, place }: SimulacaoDialogProps) {
  const chosen = TipoDeMudanca.safeParse(tipo).data;
  const simulacao = useSimulacao(conta.id, chosen);
  const { counted } = simulacao;
  const total = counted ? todas(counted.tipos) : conta.mudancas;
  return (
    <EagerDialog title={titleOf(total)} text={subtitleOf(conta, now)} place={place} className={className}>
      <DialogBody>
        {simulacao.error && !counted ? (
          <FailureState message={simulacao.error.message} onRetry={simulacao.retry} />
        ) : counted && total.total === 0 ? (
          <EmptyState icon={CircleCheck} role="status">
            Nada a enviar agora.
          </EmptyState>
        ) : (
          <>
            <Contadores tipos={counted?.tipos} chosen={chosen} onChoose={onTipo} />
            {counted && <Aviso counted={counted} />}
            <Lista simulacao={simulacao} />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        {counted && total.total > 0 && <Baixar contaId={conta.id} />}
        <Button onClick={place.close}>Fechar</Button>
      </DialogFooter>
    </EagerDialog>
  );
}

function Aviso({ counted }: { counted: SimulacaoDeEnvio }) {
  const aviso = avisoOf(counted);
  return aviso === '' ? null : <Notice>{aviso}</Notice>;
}

function Lista({ simulacao: { itens, isStale, error, more } }: { simulacao: Simulacao }) {
  const foot = useRef<HTMLParagraphElement>(null);
  // The button disappears with the last page.
  useLostFocus(foot, more ? 'more' : 'end');
  return (
    <div className="shrink-0 overflow-hidden rounded-card border">
      {itens?.length === 0 && !more ? (
        <p role="status" className="px-3.5 py-8 text-center text-body text-muted">
          Nenhuma mudança deste tipo.
        </p>
      ) : (
        <Mudancas itens={itens} isStale={isStale} />
      )}
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t bg-bg px-3.5 py-1.5">
        <p ref={foot} tabIndex={-1} className="text-meta text-muted outline-none">
          Mais arriscadas primeiro
        </p>
        {error && itens && (
          <p role="alert" className="text-bad-fg text-meta">
            {error.message}
          </p>
        )}
        {more && (
          <Button busy={more.busy} onClick={more.load}>
            Carregar mais
          </Button>
        )}
      </div>
    </div>
  );
}

function Baixar({ contaId }: { contaId: string }) {
  const file = useMutation({
    mutationFn: () => {
      const url = publicacao.file.url.replace(':id', contaId);
      return downloadFile({ ...publicacao.file, url }, {}, `simulacao-${today()}.csv`);
    },
    onError: (error) => notifyFailure('Erro ao baixar o arquivo', error.message, error),
  });
  return (
    <Button look="ghost" className="mr-auto" busy={file.isPending} onClick={() => file.mutate()}>
      <Download aria-hidden />
      Baixar
    </Button>
  );
}
