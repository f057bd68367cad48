import type { Perfil } from '@prumo/contract/perfil.ts';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

const NomeDialog = lazy(async () => ({ default: (await import('./nome-dialog.tsx')).NomeDialog }));
const EmailDialog = lazy(async () => ({ default: (await import('./email-dialog.tsx')).EmailDialog }));
const SenhaDialog = lazy(async () => ({ default: (await import('./senha-dialog.tsx')).SenhaDialog }));

/** Shows the account data. A separate dialog edits each part, never the card itself. */
export function AccountCard({ perfil }: { perfil: Perfil }) {
  const [open, setOpen] = useState<'nome' | 'email' | 'senha'>();
  const close = () => setOpen(undefined);
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
        <Button onClick={() => setOpen('nome')}>Alterar nome</Button>
        <Button onClick={() => setOpen('email')}>Alterar email</Button>
        <Button onClick={() => setOpen('senha')}>{perfil.tem_senha ? 'Alterar senha' : 'Criar senha'}</Button>
      </div>
      <Suspense>
        {open === 'nome' && <NomeDialog fullName={perfil.full_name ?? ''} onClose={close} />}
        {open === 'email' && <EmailDialog onClose={close} />}
        {open === 'senha' && <SenhaDialog perfil={perfil} onClose={close} />}
      </Suspense>
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
