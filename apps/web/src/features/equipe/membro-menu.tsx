import type { Membro } from '@prumo/contract/equipe.ts';
import { ArrowRightLeft, LogOut, MonitorSmartphone, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { type actionsOn, nameOf } from './actions.ts';
import { DispositivosDialog } from './dispositivos-dialog.tsx';
import { LeaveEmpresa } from './leave-empresa.tsx';
import { RemoveMembro } from './remove-membro.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

interface MembroMenuProps {
  membro: Membro;
  membros: readonly Membro[];
  actions: ReturnType<typeof actionsOn>;
  donos: number;
}

/** The further actions on one membro. There is no button without an action. */
export function MembroMenu({ membro, membros, actions, donos }: MembroMenuProps) {
  const [open, setOpen] = useState<'remove' | 'leave'>();
  const transfer = useDialog('transferir');
  const devices = useDialog('dispositivos');
  const close = () => setOpen(undefined);
  const others = membros.filter(({ user_id }) => user_id !== membro.user_id);
  if (!actions.remove && !actions.leave && !actions.transfer && !actions.devices) return null;
  return (
    <>
      <Menu label={`Ações de ${nameOf(membro)}`}>
        {actions.transfer && (
          <>
            <MenuItem icon={ArrowRightLeft} onSelect={() => transfer.open()}>
              Transferir a empresa
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        {actions.devices && (
          <MenuItem icon={MonitorSmartphone} onSelect={() => devices.open(membro.user_id)}>
            Ver dispositivos
          </MenuItem>
        )}
        {actions.leave && (
          <MenuItem icon={LogOut} onSelect={() => setOpen('leave')}>
            Sair da empresa
          </MenuItem>
        )}
        {actions.remove && (
          <MenuItem icon={UserMinus} onSelect={() => setOpen('remove')}>
            Retirar da empresa
          </MenuItem>
        )}
      </Menu>
      {devices.place && devices.args?.[0] === membro.user_id && actions.devices && (
        <DispositivosDialog membro={membro} place={devices.place} />
      )}
      {open === 'remove' && <RemoveMembro membro={membro} onClose={close} />}
      {open === 'leave' && (
        <LeaveEmpresa
          isLastDono={membro.papel === 'dono' && donos === 1}
          isAlone={others.length === 0}
          onTransfer={() => {
            close();
            transfer.open();
          }}
          onClose={close}
        />
      )}
      {transfer.place && actions.transfer && <TransferDialog others={others} place={transfer.place} />}
    </>
  );
}
