import {
  type FalhaDeEtiqueta,
  type FormatoDeEtiqueta,
  MOTIVOS_SEM_ETIQUETA,
} from '@prumo/contract/pedidos-etiquetas.ts';
import type { PedidoDaFila } from '@prumo/contract/pedidos-fila.ts';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { numberOf } from '#features/pedidos/pedido-words.ts';
import { ProblemError } from '#lib/api.ts';
import { asQuestion } from '#lib/dialogs/use-dialog.ts';
import { saveFile } from '#lib/files/save-file.ts';
import { today } from '#lib/numbers/day.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { ChoiceList } from '#ui/form/choice-list.tsx';
import { Notice } from '#ui/notice.tsx';
import { filesOf, planText } from './print-plan.ts';
import { endingOf, readLabels } from './read-labels.ts';

const FORMATOS = [
  { value: 'pdf', label: 'PDF', text: 'Para qualquer impressora.' },
  { value: 'zpl', label: 'ZPL', text: 'Para impressoras térmicas de etiquetas.' },
] as const;

interface Printed {
  labels: number;
  falhas: FalhaDeEtiqueta[];
  /** The sentence of a request that failed as a whole. */
  failure: string | undefined;
}

interface EtiquetasDialogProps {
  pedidos: readonly PedidoDaFila[];
  onClose: () => void;
}

/** Prints the labels of the picked parcels. A parcel without a label says why, and the others print. */
export function EtiquetasDialog({ pedidos, onClose }: EtiquetasDialogProps) {
  const queryClient = useQueryClient();
  const [formato, setFormato] = useState<FormatoDeEtiqueta>('pdf');
  const [busy, setBusy] = useState(false);
  const [printed, setPrinted] = useState<Printed>();

  async function print() {
    setBusy(true);
    const result: Printed = { labels: 0, falhas: [], failure: undefined };
    const files = filesOf(pedidos);
    try {
      for (const [at, file] of files.entries()) {
        const { file: data, falhas } = await readLabels(
          file.map(({ id }) => id),
          formato,
        );
        result.falhas.push(...falhas);
        if (!data) continue;
        result.labels += file.length - falhas.length;
        const part = files.length > 1 ? `-${at + 1}` : '';
        saveFile(data, `etiquetas-${today()}${part}.${endingOf(data, formato)}`);
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      result.failure = error.message;
    }
    setBusy(false);
    setPrinted(result);
    void queryClient.invalidateQueries({ queryKey: ['pedidos'] });
  }

  return (
    <EagerDialog title="Imprimir etiquetas" text={planText(pedidos)} place={asQuestion(onClose)}>
      <DialogBody>
        {printed ? (
          <Result printed={printed} pedidos={pedidos} />
        ) : (
          <ChoiceList legend="Formato" choices={FORMATOS} chosen={formato} onChoose={setFormato} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button disabled={busy} onClick={onClose}>
          {printed ? 'Fechar' : 'Cancelar'}
        </Button>
        {(!printed || printed.failure) && (
          <Button look="primary" busy={busy} onClick={() => void print()}>
            {printed ? 'Tentar de novo' : 'Imprimir'}
          </Button>
        )}
      </DialogFooter>
    </EagerDialog>
  );
}

function Result({ printed, pedidos }: { printed: Printed; pedidos: readonly PedidoDaFila[] }) {
  const { labels, falhas, failure } = printed;
  return (
    <div className="flex flex-col gap-3">
      {labels > 0 && (
        <p role="status" className="flex items-center gap-2 text-control">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-ok-fg" />
          {labels} {labels === 1 ? 'etiqueta baixada' : 'etiquetas baixadas'}. Abra o arquivo e imprima.
        </p>
      )}
      {failure && <Notice>{failure}</Notice>}
      {falhas.length > 0 && (
        <>
          <p role="alert" className="flex items-center gap-2 font-medium text-bad-fg text-control">
            <CircleAlert aria-hidden className="size-4 shrink-0" />
            {falhas.length} {falhas.length === 1 ? 'pedido ficou' : 'pedidos ficaram'} sem etiqueta
          </p>
          <ul className="flex flex-col divide-y rounded-card border text-control">
            {falhas.map(({ id, motivo }) => {
              const pedido = pedidos.find((each) => each.id === id);
              return (
                <li key={id} className="px-3.5 py-2">
                  <p className="font-medium">Pedido {pedido ? numberOf(pedido) : id}</p>
                  <p className="text-meta text-muted">{MOTIVOS_SEM_ETIQUETA[motivo]}</p>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}
