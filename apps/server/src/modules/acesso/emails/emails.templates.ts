import { write } from './letter.ts';

interface WithLink {
  link: string;
  /** The address of the account, which may differ from the recipient's. */
  conta: string;
}

// An e-mail to an unconfirmed address contains no name. Otherwise a stranger could send any text to any
// mailbox.
export const confirmacao = ({ link }: WithLink) =>
  write({
    subject: 'Confirme seu email no Prumo',
    title: 'Confirme seu email',
    paragraphs: ['Olá. Falta um passo para entrar no Prumo: confirme que este email é seu.'],
    action: { label: 'Confirmar email', link },
    closing: 'O link vale por 24 horas e só uma vez. Se você não criou esta conta, ignore esta mensagem.',
  });

export const recuperacao = ({ link }: WithLink) =>
  write({
    subject: 'Crie uma nova senha no Prumo',
    title: 'Crie uma nova senha',
    paragraphs: [
      'Olá. Recebemos um pedido para criar uma nova senha da sua conta.',
      'Ao criar a nova senha, todas as sessões são encerradas e uma conta Google vinculada é desvinculada.',
    ],
    action: { label: 'Criar nova senha', link },
    closing:
      'O link vale por 1 hora e só uma vez. Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
  });

export const novo_email = ({ link, conta }: WithLink) =>
  write({
    subject: 'Confirme seu novo email no Prumo',
    title: 'Confirme seu novo email',
    paragraphs: [`Olá. Foi pedido que este endereço passe a ser o email da conta ${conta} no Prumo.`],
    action: { label: 'Confirmar novo email', link },
    closing: 'O link vale por 24 horas e só uma vez. Se não foi você, ignore esta mensagem.',
  });
