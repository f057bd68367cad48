import { vendasBalcao } from '@prumo/contract/vendas-balcao.ts';
import { useQuery } from '@tanstack/react-query';
import { Ban, Printer } from 'lucide-react';
import { useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { type DialogPlace, useDialog } from '#lib/dialogs/use-dialog.ts';
import { useKept } from '#lib/drafts/use-kept.ts';
import { later } from '#lib/loading/later.tsx';
import { dayOf, today } from '#lib/numbers/day.ts';
import { formatDateTime } from '#lib/numbers/format.ts';
import { useMay } from '#lib/session/may.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { DesfazerCancelamento } from './desfazer-cancelamento.tsx';
import { PAPEIS, type Papel } from './recibo/papel.ts';
import { PrintedRecibo } from './recibo/printed-recibo.tsx';
import { Recibo } from './recibo/recibo.tsx';
import { useEmitente } from './recibo/use-emitente.ts';

const CancelarDialog = later(async () => (await import('./cancelar-dialog.tsx')).CancelarDialog);

interface VendaDialogProps {
  id: string;
  place: DialogPlace;
}

/** A concluded sale as its receipt shows it, to print and to cancel. */
export function VendaDialog({ id, place }: VendaDialogProps) {
  const { data, error, refetch } = useQuery(queryOf(vendasBalcao.get, { params: { id } }));
  return (
    <EagerDialog title={data ? `Venda ${data.numero}` : 'Venda'} className="md:w-[30rem]" place={place}>
      {error && !data && <FailureState message={error.message} onRetry={refetch} />}
      {!data && !error && (
        <DialogBody role="status" aria-label="Carregando a venda">
          <div className="skeleton h-48 shrink-0" />
        </DialogBody>
      )}
      {data && <Sold venda={data} />}
    </EagerDialog>
  );
}

/** A component of its own, because its button opens a dialog over this one. */
function Sold({ venda }: { venda: Parameters<typeof Recibo>[0]['venda'] }) {
  const cancelar = useDialog('cancelar-venda');
  const mayCancel = useMay(vendasBalcao.cancel);
  const mayRestore = useMay(vendasBalcao.restore);
  const emitente = useEmitente();
  const [{ papel }, keep] = useKept<{ papel: Papel }>('papel do recibo', { papel: 'bobina' });
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <DialogBody>
        {venda.cancelada_em && (
          <p className="rounded-card bg-bad px-3.5 py-2.5 text-bad-fg text-control">
            Cancelada em {formatDateTime(venda.cancelada_em)}
            {venda.cancelada_por && ` por ${venda.cancelada_por}`}
            {venda.motivo && `: ${venda.motivo}`}.
          </p>
        )}
        <div className="rounded-card border bg-subtle p-4">
          <div className="mx-auto w-full max-w-80 bg-surface p-4 shadow-control">
            <Recibo venda={venda} emitente={emitente} papel="bobina" />
          </div>
        </div>
        <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1 text-control">
          <legend className="sr-only">Papel do recibo</legend>
          {Object.entries(PAPEIS).map(([value, { nome }]) => (
            <label key={value} className="flex items-center gap-2">
              <input
                type="radio"
                name="papel"
                className="size-4 accent-primary"
                checked={papel === value}
                onChange={() => keep({ papel: value as Papel })}
              />
              {nome}
            </label>
          ))}
        </fieldset>
      </DialogBody>
      <DialogFooter>
        {!venda.cancelada_em && mayCancel && (
          <Button className="mr-auto" onClick={() => cancelar.open(venda.id)}>
            <Ban aria-hidden />
            Cancelar venda
          </Button>
        )}
        {venda.cancelada_em && mayRestore && dayOf(new Date(venda.cancelada_em)) === today() && (
          <DesfazerCancelamento venda={venda} />
        )}
        <Button look="primary" autoFocus onClick={() => setPrinting(true)}>
          <Printer aria-hidden />
          Imprimir recibo
        </Button>
      </DialogFooter>
      {printing && (
        <PrintedRecibo papel={papel} onPrinted={() => setPrinting(false)}>
          <Recibo venda={venda} emitente={emitente} papel={papel} />
        </PrintedRecibo>
      )}
      {cancelar.place && (
        <Opening title="Cancelar venda" onClose={cancelar.place.close}>
          <CancelarDialog venda={venda} place={cancelar.place} />
        </Opening>
      )}
    </>
  );
}
