import type { Perfil } from '@prumo/contract/perfil.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Opening } from '#ui/dialog/opening.tsx';

const NomeDialog = later(async () => (await import('./nome-dialog.tsx')).NomeDialog);
const EmailDialog = later(async () => (await import('./email-dialog.tsx')).EmailDialog);
const SenhaDialog = later(async () => (await import('./senha-dialog.tsx')).SenhaDialog);

/** Shows the account data. A separate dialog edits each part, never the card itself. */
export function AccountCard({ perfil }: { perfil: Perfil }) {
  const nome = useDialog('nome');
  const email = useDialog('email');
  const senha = useDialog('senha');
  const titleOfSenha = perfil.tem_senha ? 'Alterar senha' : 'Criar senha';
  return (
    <Card title="Conta">
      <dl className="grid gap-3 sm:grid-cols-2">
        <Fact term="Nome" value={perfil.full_name || 'Não informado'} />
        <Fact term="Email" value={perfil.email} />
      </dl>
      {perfil.novo_email && (
        <p className="break-words text-control text-muted">
          Aguardando confirmação: abra o link que enviamos para {perfil.novo_email}.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => nome.open()}>Alterar nome</Button>
        <Button onClick={() => email.open()}>Alterar email</Button>
        <Button onClick={() => senha.open()}>{titleOfSenha}</Button>
      </div>
      {nome.place && (
        <Opening title="Alterar nome" onClose={nome.place.close}>
          <NomeDialog fullName={perfil.full_name ?? ''} place={nome.place} />
        </Opening>
      )}
      {email.place && (
        <Opening title="Alterar email" onClose={email.place.close}>
          <EmailDialog place={email.place} />
        </Opening>
      )}
      {senha.place && (
        <Opening title={titleOfSenha} onClose={senha.place.close}>
          <SenhaDialog perfil={perfil} place={senha.place} />
        </Opening>
      )}
    </Card>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-muted">{term}</dt>
      <dd className="break-words font-medium text-body">{value}</dd>
    </div>
  );
}
