import type { MinhaEmpresa } from '@prumo/contract/minhas-empresas.ts';
import { type RefObject, useState } from 'react';
import { ProblemError } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { isWorkChanged } from '#lib/leaving/unsaved-work.ts';
import { later } from '#lib/loading/later.tsx';
import { useLoaded } from '#lib/loading/use-loaded.ts';
import { notifyFailure } from '#lib/notify.ts';
import { currentSession } from '#lib/session/session.ts';
import { useSwitchEmpresa } from '#lib/session/switch-empresa.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Opening } from '#ui/dialog/opening.tsx';

const loadPopover = async () => (await import('./switcher-popover.tsx')).SwitcherPopover;
const loadSheet = async () => (await import('./switcher-sheet.tsx')).SwitcherSheet;
const CreateDialog = later(async () => (await import('./create-empresa-dialog.tsx')).CreateEmpresaDialog);

interface SwitcherProps {
  open: boolean;
  narrow: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** Moves this tab to another empresa, or to a new one. It is part of the layout, so a switch replaces it. */
export function Switcher({ open, narrow, anchor, onClose }: SwitcherProps) {
  const [asked, setAsked] = useState<MinhaEmpresa>();
  const creating = useDialog('nova-empresa');
  const [busy, setBusy] = useState(false);
  const switchEmpresa = useSwitchEmpresa();
  const Surface = useLoaded(open, narrow ? loadSheet : loadPopover, 'as empresas', onClose);

  function choose(empresa: MinhaEmpresa) {
    onClose();
    if (empresa.id === currentSession().session?.empresa.id) return;
    if (isWorkChanged()) setAsked(empresa);
    else void move(empresa);
  }

  async function move({ id }: MinhaEmpresa) {
    setBusy(true);
    try {
      await switchEmpresa(id);
    } catch (error) {
      notifyFailure(
        'Erro ao trocar de empresa',
        error instanceof ProblemError ? error.message : undefined,
        error,
      );
    } finally {
      setBusy(false);
      setAsked(undefined);
    }
  }

  return (
    <>
      {open && Surface && (
        <Surface
          anchor={anchor}
          onChoose={choose}
          onCreate={() => {
            onClose();
            creating.open();
          }}
          onClose={onClose}
        />
      )}
      {creating.place && (
        <Opening title="Criar empresa" onClose={creating.place.close}>
          <CreateDialog place={creating.place} />
        </Opening>
      )}
      {asked && (
        <ConfirmDialog
          question="Descartar o que não foi salvo?"
          consequence={`O que você preencheu ainda não foi salvo e será perdido ao ir para ${asked.nome}.`}
          confirm="Descartar e trocar"
          busy={busy}
          onConfirm={() => void move(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
