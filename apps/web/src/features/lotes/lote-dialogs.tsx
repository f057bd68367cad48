import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { isAct, TITLES } from './acts.ts';

const EmMassaDialog = later(async () => (await import('./em-massa-dialog.tsx')).EmMassaDialog);
const LoteDialog = later(async () => (await import('./lote-dialog.tsx')).LoteDialog);

/** The dialogs of the chosen produtos. `onStarted` lets the page forget its selection. */
export function LoteDialogs({ onStarted }: { onStarted: () => void }) {
  const emMassa = useDialog('em-massa');
  const lote = useDialog('lote');
  const [act, key = ''] = emMassa.args ?? [];
  const [id = ''] = lote.args ?? [];
  return (
    <>
      {emMassa.place && isAct(act) && (
        <Opening title={TITLES[act]} onClose={emMassa.place.close}>
          <EmMassaDialog
            key={key}
            act={act}
            selection={key}
            place={emMassa.place}
            onStarted={(started) => {
              onStarted();
              lote.open(started);
            }}
          />
        </Opening>
      )}
      {lote.place && (
        <Opening title="Alteração em massa" onClose={lote.place.close}>
          <LoteDialog key={id} id={id} place={lote.place} onUndo={(undo) => lote.open(undo)} />
        </Opening>
      )}
    </>
  );
}
