import { type Convite, convites } from '@prumo/contract/convites.ts';
import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { saveKeys } from '#lib/save-key.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { useFocusOnOpen } from '#ui/dialog/focus-on-open.ts';
import { Field } from '#ui/form/field.tsx';
import { Input } from '#ui/form/input.tsx';
import { EmailDoubt } from './email-doubt.tsx';
import { type Chip, chipOf } from './typed-emails.ts';

interface MendDialogProps {
  convite: Convite;
  place: DialogPlace;
}

/** Mends the address of a convite. Its papel stays, and the old link stops working. */
export function MendDialog({ convite, place }: MendDialogProps) {
  return (
    <Dialog
      title="Corrigir o convite"
      text={`O papel continua ${PAPEL_EM_PALAVRAS[convite.papel].nome}. O link anterior deixa de valer.`}
      className="md:w-[32.5rem]"
      place={place}
    >
      <MendForm convite={convite} place={place} />
    </Dialog>
  );
}

/** A component of its own, because the dialog loads first and the field takes the focus then. */
function MendForm({ convite, place }: MendDialogProps) {
  const queryClient = useQueryClient();
  const [keys] = useState(saveKeys);
  const input = useRef<HTMLInputElement>(null);
  const doubtId = useId();
  const [chip, setChip] = useState<Chip>(() => chipOf(convite.email));
  const [refusal, setRefusal] = useState<string>();
  const work = useWork({
    values: () => ({ email: chip.email }),
    base: () => ({ email: convite.email }),
    keys,
    restore: (draft) => setChip({ email: String(draft?.values['email'] ?? convite.email) }),
  });
  useFocusOnOpen(() => input.current?.select());

  const send = useMutation({
    mutationFn: (email: string) =>
      call(convites.update, {
        params: { id: convite.id },
        body: { email },
        idempotencyKey: keys.keyFor(email),
      }),
    onSuccess: ({ email }) => {
      void queryClient.invalidateQueries({ queryKey: [convites.list.schema.tags[0]] });
      notifySuccess(`Convite enviado para ${email}`);
      work.done();
      place.close();
    },
    onError: (error) => {
      const campo = error instanceof ProblemError ? error.problem.campos?.['email'] : undefined;
      if (campo) setRefusal(campo);
      else notifyRefusal('Erro ao corrigir o convite', error);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    const sent = chip.kept ? chip : chipOf(chip.email.trim().toLowerCase());
    setChip(sent);
    if (sent.doubt) return input.current?.focus();
    send.mutate(sent.email);
  }

  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <Field label="Email" error={refusal}>
          {(wiring) => (
            <Input
              {...wiring}
              ref={input}
              type="email"
              autoComplete="off"
              value={chip.email}
              aria-invalid={refusal || chip.doubt ? true : undefined}
              aria-describedby={chip.doubt ? doubtId : wiring['aria-describedby']}
              onChange={({ target: { value } }) => {
                // What is wrong with the address shows when the person sends it.
                setChip({ email: value });
                setRefusal(undefined);
              }}
            />
          )}
        </Field>
        <div id={doubtId} aria-live="polite" className="empty:hidden">
          <EmailDoubt chip={chip} onMend={setChip} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button disabled={send.isPending} onClick={place.cancel}>
          Cancelar
        </Button>
        <Button type="submit" look="primary" busy={send.isPending}>
          {!send.isPending && <Send aria-hidden />}
          Enviar convite
        </Button>
      </DialogFooter>
    </form>
  );
}
