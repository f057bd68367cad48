import { type ConviteResultado, convites, MAX_EMAILS } from '@prumo/contract/convites.ts';
import { temDireito } from '@prumo/contract/papeis.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import { notifySuccess } from '#lib/notify.ts';
import { saveKeys } from '#lib/save-key.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { useSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { Switch } from '#ui/form/switch.tsx';
import { EmailsField } from './emails-field.tsx';
import { type PapelDeConvite, PapelField } from './papel-field.tsx';
import { type Chip, type Typed, withMore } from './typed-emails.ts';

/** Invites people by e-mail. Addresses that the server refuses stay in the form with the reason. */
export function InviteDialog({ place }: { place: DialogPlace }) {
  const { session } = useSession();
  return (
    <Dialog
      title={`Convidar para ${session?.empresa.nome ?? 'a empresa'}`}
      text="Quem aceita entra só nesta empresa."
      className="md:w-[32.5rem]"
      place={place}
    >
      <InviteForm place={place} />
    </Dialog>
  );
}

const WORDS = {
  question: 'Descartar os convites?',
  consequence: 'Os emails que você digitou ainda não foram convidados e serão perdidos.',
};
const EMPTY: Typed = { chips: [], text: '' };

function InviteForm({ place }: { place: DialogPlace }) {
  const queryClient = useQueryClient();
  const [keys] = useState(saveKeys);
  const input = useRef<HTMLInputElement>(null);
  const radio = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const [papel, setPapel] = useState<PapelDeConvite>();
  const [veCusto, setVeCusto] = useState(false);
  const [missing, setMissing] = useState<{ emails?: string | undefined; papel?: string | undefined }>({});
  const alwaysSees = papel !== undefined && temDireito(papel, 'ver_custo');

  const send = useMutation({
    mutationFn: (body: { emails: string[]; papel: PapelDeConvite; ve_custo: boolean }) =>
      call(convites.create, { body, idempotencyKey: keys.keyFor(body) }),
    onSuccess: ({ itens }) => {
      keys.forget();
      void queryClient.invalidateQueries({ queryKey: [convites.list.schema.tags[0]] });
      const sent = itens.filter(({ resultado }) => resultado === 'convidado');
      if (sent.length > 0) notifySuccess(sentence(sent));
      if (sent.length === itens.length) {
        work.done();
        return place.close();
      }
      setTyped({ chips: itens.filter((each) => each.convite === null).map(refusedChip), text: '' });
      input.current?.focus();
    },
    onError: (error) => notifyRefusal('Erro ao convidar', error),
  });
  const work = useWork({
    values: () => ({ ...typed, papel, veCusto }),
    base: () => ({ ...EMPTY, veCusto: false }),
    keys,
    restore: (draft) => {
      const { chips = [], text = '', papel: chosen, veCusto: sees = false } = draftOf(draft?.values);
      setTyped({ chips, text });
      setPapel(chosen);
      setVeCusto(sees);
    },
    isHeldOpen: () => send.isPending,
    words: WORDS,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    const chips = withMore(typed.chips, typed.text);
    setTyped({ chips, text: '' });
    const emails = emailsRefusal(chips);
    setMissing({ emails, papel: papel ? undefined : 'Escolha o papel.' });
    if (emails || chips.some(({ doubt }) => doubt)) return input.current?.focus();
    if (!papel) return radio.current?.focus();
    send.mutate({
      emails: chips.map(({ email }) => email),
      papel,
      ve_custo: veCusto && !alwaysSees,
    });
  }

  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <EmailsField
          ref={input}
          {...typed}
          error={missing.emails}
          onChange={(next) => {
            setTyped(next);
            setMissing((now) => ({ ...now, emails: undefined }));
          }}
        />
        <PapelField
          first={radio}
          value={papel}
          error={missing.papel}
          onChange={(chosen) => {
            setPapel(chosen);
            setMissing((now) => ({ ...now, papel: undefined }));
          }}
        />
        <Switch
          label="Pode ver custo e margem"
          text={
            alwaysSees ? 'Este papel já vê custo e margem.' : 'Desligado, os valores nem saem do servidor.'
          }
          checked={veCusto || alwaysSees}
          disabled={alwaysSees}
          onChange={setVeCusto}
        />
      </DialogBody>
      <DialogFooter className="flex-wrap">
        <p className="mr-auto text-meta text-muted max-md:w-full">O link serve uma vez e vence em 7 dias.</p>
        <Button className="max-md:flex-1" disabled={send.isPending} onClick={place.cancel}>
          Cancelar
        </Button>
        <Button type="submit" look="primary" className="max-md:flex-1" busy={send.isPending}>
          {!send.isPending && <Send aria-hidden />}
          Enviar convites
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Reads a draft, which this form wrote. */
const draftOf = (values: object = {}) =>
  values as Partial<Typed> & { papel?: PapelDeConvite; veCusto?: boolean };

/** Why the list as a whole cannot be sent. */
function emailsRefusal(chips: readonly Chip[]): string | undefined {
  if (chips.length === 0) return 'Informe ao menos um email.';
  return chips.length > MAX_EMAILS ? `Convide até ${MAX_EMAILS} pessoas por vez.` : undefined;
}

const refusedChip = ({ email, mensagem }: ConviteResultado): Chip => ({
  email,
  doubt: { motivo: `${email}: ${mensagem}`, possivel: false },
});

const sentence = (sent: readonly ConviteResultado[]) =>
  sent.length === 1 ? `Convite enviado para ${sent[0]?.email}` : `${sent.length} convites enviados`;
