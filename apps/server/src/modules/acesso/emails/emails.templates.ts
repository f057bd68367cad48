import type { TipoDeEvento } from '@prumo/contract/eventos.ts';
import type { Papel } from '@prumo/contract/papeis.ts';
import { Body, Button, Container, Head, Heading, Html, Preview, Text } from '@react-email/components';
import { render } from '@react-email/render';
import { createElement as h } from 'react';
import { deviceName } from '#modules/acesso/device-name.ts';

interface Letter {
  subject: string;
  title: string;
  paragraphs: string[];
  action?: { label: string; link: string };
  closing: string;
}

const paragraph = { fontSize: '14px', lineHeight: '22px', color: '#33363f' };
const button = {
  background: '#4a4ed6',
  color: '#ffffff',
  padding: '10px 18px',
  borderRadius: '8px',
  fontSize: '14px',
};

/**
 * Uses `createElement` instead of JSX, because the server runs TypeScript by stripping types, which does not
 * transform JSX.
 */
const Page = ({ subject, title, paragraphs, action, closing }: Letter) =>
  h(
    Html,
    { lang: 'pt-BR' },
    h(Head),
    h(Preview, null, subject),
    h(
      Body,
      { style: { fontFamily: 'system-ui, sans-serif', background: '#f7f8fa', padding: '24px' } },
      h(
        Container,
        { style: { background: '#ffffff', borderRadius: '14px', padding: '32px' } },
        h(Heading, { as: 'h1', style: { fontSize: '20px' } }, title),
        ...paragraphs.map((text) => h(Text, { key: text, style: paragraph }, text)),
        action ? h(Button, { href: action.link, style: button }, action.label) : null,
        h(Text, { style: paragraph }, closing),
      ),
    ),
  );

async function write(letter: Letter) {
  const element = h(Page, letter);
  return {
    subject: letter.subject,
    html: await render(element),
    text: await render(element, { plainText: true }),
  };
}

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

const PAPEL_EM_PALAVRAS: Record<Papel, string> = {
  dono: 'dono',
  administrador: 'administrador, que gerencia a empresa e a equipe',
  estoque: 'estoque, que cuida dos produtos e do estoque',
  vendas: 'vendas, que cuida dos clientes e dos vendedores',
  consulta: 'consulta, que vê os dados e não os altera',
};

/** The characters of a name that a stranger's mailbox shows. Enough for a name and too few for a message. */
const NAME_LENGTH = 60;

/**
 * A name as a stranger's mailbox may show it. It is short and contains no web or e-mail address, because people
 * choose these names freely and could send an advertisement or a link of their own in our name.
 */
const harmless = (name: string) =>
  name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/(?<=\S)[./:@\\](?=\S)/g, ' ')
    .slice(0, NAME_LENGTH)
    .trim();

export function convite({
  link,
  empresa,
  quem,
  papel,
}: {
  link: string;
  empresa: string;
  quem: string | null;
  papel: Papel;
}) {
  const nome = harmless(empresa);
  return write({
    subject: `Convite para a empresa ${nome} no Prumo`,
    title: `Convite para a empresa ${nome}`,
    paragraphs: [
      `Olá. ${(quem && harmless(quem)) || 'Alguém'} convidou você para trabalhar na empresa ${nome} no Prumo.`,
      `Seu papel será: ${PAPEL_EM_PALAVRAS[papel]}.`,
    ],
    action: { label: 'Ver convite', link },
    closing:
      'O link vale por 7 dias e só uma vez. Para aceitar, entre ou crie uma conta com este email. Se você não conhece esta empresa, ignore esta mensagem.',
  });
}

export function lembrete({
  link,
  nome,
  empresa,
  prazo,
  vencido,
}: {
  link: string;
  nome: string | null;
  empresa: string;
  prazo: Date;
  vencido: boolean;
}) {
  const quem = harmless(empresa);
  return write({
    subject: 'Ligue a verificação em duas etapas no Prumo',
    title: 'Ligue a verificação em duas etapas',
    paragraphs: [
      `${nome ? `Olá, ${harmless(nome)}.` : 'Olá.'} A empresa ${quem} exige a verificação em duas etapas de quem conecta contas de marketplaces.`,
      vencido
        ? 'O prazo terminou. Até você ligá-la, não é possível conectar contas.'
        : `Você tem até ${when.format(prazo)} (horário de Brasília) para ligá-la. Até lá, tudo funciona como antes.`,
    ],
    action: { label: 'Abrir meu perfil', link },
    closing:
      'No perfil, em Segurança, ligue “Verificação em duas etapas” e siga os passos. Leva dois minutos.',
  });
}

/** Tells a membro that a dono asked for the deletion of the empresa, or cancelled it (`excluiEm` null). */
export function exclusao({
  link,
  empresa,
  quem,
  excluiEm,
}: {
  link: string;
  empresa: string;
  quem: string | null;
  excluiEm: string | null;
}) {
  const nome = harmless(empresa);
  const autor = (quem && harmless(quem)) || 'Um dono';
  const subject =
    excluiEm === null
      ? `A exclusão da empresa ${nome} foi cancelada`
      : `A empresa ${nome} será excluída do Prumo`;
  return write({
    subject,
    title: subject,
    paragraphs:
      excluiEm === null
        ? [`Olá. ${autor} cancelou a exclusão da empresa ${nome}. Você pode voltar a trabalhar nela.`]
        : [
            `Olá. ${autor} pediu a exclusão da empresa ${nome} no Prumo.`,
            `Até ${when.format(new Date(excluiEm))} (horário de Brasília) a empresa só pode ser consultada. Depois, tudo é apagado e não há volta.`,
          ],
    action: { label: 'Abrir o Prumo', link },
    closing:
      excluiEm === null
        ? 'Você não precisa fazer nada.'
        : 'Um dono pode cancelar a exclusão em Configuração › Dados e privacidade.',
  });
}

/** The subject and the text for each kind of event. */
const NOTICES: Partial<Record<TipoDeEvento, readonly [subject: string, sentence: string]>> = {
  entrada: ['Novo acesso à sua conta do Prumo', 'Sua conta foi acessada de um navegador novo.'],
  senha_alterada: ['Sua senha do Prumo foi alterada', 'A senha da sua conta foi alterada.'],
  senha_recuperada: [
    'Sua senha do Prumo foi alterada',
    'Uma nova senha foi criada pelo link de recuperação.',
  ],
  novo_email_pedido: [
    'Pedido para mudar o email da sua conta do Prumo',
    'Foi pedido que sua conta passe a usar outro email. Ele só muda quando o link enviado ao novo endereço for aberto.',
  ],
  google_permitido: ['Entrada com Google permitida', 'A entrada com Google foi permitida na sua conta.'],
  email_alterado: ['O email da sua conta do Prumo mudou', 'O email da sua conta não é mais este endereço.'],
  google_vinculado: ['Conta Google vinculada ao Prumo', 'Uma conta Google foi vinculada à sua conta.'],
  google_desvinculado: [
    'Conta Google desvinculada do Prumo',
    'A conta Google foi desvinculada da sua conta.',
  ],
  dois_fatores_ligado: [
    'Verificação em duas etapas ligada',
    'A verificação em duas etapas foi ligada na sua conta.',
  ],
  dois_fatores_desligado: [
    'Verificação em duas etapas desligada',
    'A verificação em duas etapas foi desligada na sua conta.',
  ],
  dois_fatores_redefinido: [
    'Verificação em duas etapas redefinida',
    'A pedido, quem administra o Prumo desligou a verificação em duas etapas da sua conta. Ligue-a de novo no perfil.',
  ],
  codigos_gerados: [
    'Novos códigos de reserva do Prumo',
    'Novos códigos de reserva foram gerados na sua conta.',
  ],
};

const IF_NOT_YOU =
  'Se foi você, não é preciso fazer nada. Se não foi, altere a senha (ou crie outra em “Esqueceu a senha?”): isso encerra as outras sessões e anula o que estiver pendente.';
/** The text for the old address, which no longer belongs to the account and cannot recover it. */
const LOST =
  'Se foi você, não é preciso fazer nada. Se não foi, fale agora com quem administra o Prumo na sua empresa.';

const placeInWords = ({ address, userAgent }: { address: string; userAgent: string | null }) =>
  userAgent === null && !/[.:]/.test(address)
    ? `por ${address}`
    : `${deviceName(userAgent)}, endereço ${address}`;

const when = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

export function aviso(notice: {
  nome: string;
  tipo: TipoDeEvento;
  address: string;
  userAgent: string | null;
  em: Date;
}) {
  const [subject, sentence] = NOTICES[notice.tipo] ?? [
    'Alteração na sua conta do Prumo',
    'Algo mudou na sua conta.',
  ];
  return write({
    subject,
    title: subject,
    paragraphs: [
      `${notice.nome ? `Olá, ${notice.nome}.` : 'Olá.'} ${sentence}`,
      `Em ${when.format(notice.em)} (horário de Brasília), ${placeInWords(notice)}.`,
    ],
    closing: notice.tipo === 'email_alterado' ? LOST : IF_NOT_YOU,
  });
}
