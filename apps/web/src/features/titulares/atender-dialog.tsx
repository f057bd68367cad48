import { type Encontrado, type PedidoDeTitular, titulares } from '@prumo/contract/titulares.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, queryOf } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { Consequences } from './consequences.tsx';
import { ProcuraField } from './procura-field.tsx';
import { TIPO_WORDS } from './titular-words.ts';

const keyOf = ({ tabela, id }: Pick<Encontrado, 'tabela' | 'id'>) => `${tabela} ${id}`;

interface AtenderDialogProps {
  pedido: PedidoDeTitular;
  place: DialogPlace;
}

/** Finds the records of the person, and then answers with a copy or erases them. */
export function AtenderDialog({ pedido, place }: AtenderDialogProps) {
  const [reviewed, setReviewed] = useState(false);
  return (
    <EagerDialog
      title={`${TIPO_WORDS[pedido.tipo]}: ${pedido.nome ?? ''}`}
      text={
        reviewed
          ? 'Confira o que será eliminado e o que fica. Não há volta.'
          : 'Procure a pessoa e marque os registros que são dela. Confira a identidade de quem pede.'
      }
      className="md:w-[44rem]"
      place={place}
    >
      <AtenderForm pedido={pedido} place={place} reviewed={reviewed} onReviewed={setReviewed} />
    </EagerDialog>
  );
}

interface AtenderFormProps extends AtenderDialogProps {
  reviewed: boolean;
  onReviewed: (reviewed: boolean) => void;
}

function AtenderForm({ pedido, place, reviewed, onReviewed }: AtenderFormProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const params = { id: pedido.id };
  const hasEarlier = pedido.registros.length > 0;
  const { data: earlier } = useQuery({
    ...queryOf(titulares.preview, { params }),
    enabled: hasEarlier,
    gcTime: 0,
  });
  /** The records that the person picked in this dialog. Until then the earlier choice holds. */
  const [picked, setPicked] = useState<ReadonlyMap<string, Encontrado>>();
  const chosen = picked ?? new Map((earlier?.registros ?? []).map((each) => [keyOf(each), each]));
  const [busy, setBusy] = useState(false);
  // The server keeps the choice once it is reviewed, so only a fresh choice can be lost.
  const work = useWork({
    values: () => ({ escolhidos: picked && [...picked.values()] }),
    base: () => ({}),
    restore: (draft) => {
      const kept = draft?.values['escolhidos'];
      setPicked(kept ? new Map((kept as Encontrado[]).map((each) => [keyOf(each), each])) : undefined);
    },
    isHeldOpen: () => busy,
    isSending: () => reviewed,
  });
  const erases = pedido.tipo === 'eliminacao';

  function toggle(found: Encontrado) {
    const after = new Map(chosen);
    if (!after.delete(keyOf(found))) after.set(keyOf(found), found);
    setPicked(after);
  }

  async function run(title: string, work: () => Promise<unknown>) {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notifyRefusal(title, error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: queryOf(titulares.list).queryKey });
    }
  }
  const choose = () =>
    call(titulares.choose, {
      params,
      body: { registros: [...chosen.values()].map(({ tabela, id }) => ({ tabela, id })) },
    });

  const goOn = () =>
    run('Erro ao guardar os registros', async () => {
      await choose();
      if (erases) return onReviewed(true);
      work.done();
      // Takes the place of the dialog, so that Back returns to the list.
      await navigate({ to: '/configuracao/titular', search: { pedido: pedido.id }, replace: true });
    });
  const erase = () =>
    run('Erro ao eliminar', async () => {
      await call(titulares.erase, { params });
      notifySuccess('Eliminação iniciada', 'A lista mostra quando ela terminar.');
      work.done();
      place.close();
    });
  const finish = () =>
    run('Erro ao concluir', async () => {
      await choose();
      await call(titulares.finish, { params });
      notifySuccess('Pedido atendido');
      work.done();
      place.close();
    });

  return (
    <>
      <DialogBody>
        {reviewed ? (
          <Consequences pedidoId={pedido.id} contato={pedido.contato} />
        ) : (
          <ProcuraField
            isChosen={(found) => chosen.has(keyOf(found))}
            onToggle={toggle}
            chosen={[...chosen.values()]}
          />
        )}
      </DialogBody>
      <DialogFooter className="flex-wrap">
        {reviewed ? (
          <>
            <Button disabled={busy} onClick={() => onReviewed(false)}>
              Voltar
            </Button>
            <Button look="danger" busy={busy} onClick={erase}>
              Eliminar os dados
            </Button>
          </>
        ) : (
          <>
            <Button
              disabled={busy || chosen.size > 0 || (hasEarlier && !earlier && !picked)}
              onClick={finish}
            >
              Concluir: nada encontrado
            </Button>
            <Button look="primary" busy={busy} disabled={chosen.size === 0} onClick={goOn}>
              {erases ? 'Ver o que será eliminado' : 'Ver os dados'}
            </Button>
          </>
        )}
      </DialogFooter>
    </>
  );
}
