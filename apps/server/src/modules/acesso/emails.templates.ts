import type { TipoDeEvento } from '@prumo/contract/perfil.ts';
import { Body, Button, Container, Head, Heading, Html, Preview, Text } from '@react-email/components';
import { render } from '@react-email/render';
import { createElement as h } from 'react';
import { deviceName } from './device-name.ts';

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

/** `createElement` instead of JSX: the server runs TypeScript by stripping types, and JSX is no type. */
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
  nome: string;
  link: string;
}

const greeting = (nome: string) => (nome ? `Olá, ${nome}.` : 'Olá.');

export const confirmacao = ({ nome, link }: WithLink) =>
  write({
    subject: 'Confirme seu email no Prumo',
    title: 'Confirme seu email',
    paragraphs: [`${greeting(nome)} Falta um passo para entrar no Prumo: confirme que este email é seu.`],
    action: { label: 'Confirmar email', link },
    closing: 'O link vale por 24 horas e só uma vez. Se você não criou esta conta, ignore esta mensagem.',
  });

export const recuperacao = ({ nome, link }: WithLink) =>
  write({
    subject: 'Crie uma nova senha no Prumo',
    title: 'Crie uma nova senha',
    paragraphs: [`${greeting(nome)} Recebemos um pedido para criar uma nova senha da sua conta.`],
    action: { label: 'Criar nova senha', link },
    closing:
      'O link vale por 1 hora e só uma vez. Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
  });

export const novo_email = ({ nome, link }: WithLink) =>
  write({
    subject: 'Confirme seu novo email no Prumo',
    title: 'Confirme seu novo email',
    paragraphs: [`${greeting(nome)} Foi pedido que este endereço passe a ser o email da sua conta no Prumo.`],
    action: { label: 'Confirmar novo email', link },
    closing: 'O link vale por 24 horas e só uma vez. Se não foi você, ignore esta mensagem.',
  });

/** What happened, as a subject and a sentence. */
const NOTICES: Partial<Record<TipoDeEvento, readonly [subject: string, sentence: string]>> = {
  entrada: ['Novo acesso à sua conta do Prumo', 'Sua conta foi acessada de um navegador novo.'],
  senha_alterada: ['Sua senha do Prumo foi alterada', 'A senha da sua conta foi alterada.'],
  senha_recuperada: [
    'Sua senha do Prumo foi alterada',
    'Uma nova senha foi criada pelo link de recuperação.',
  ],
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
      `${greeting(notice.nome)} ${sentence}`,
      `Em ${when.format(notice.em)} (horário de Brasília), ${deviceName(notice.userAgent)}, endereço ${notice.address}.`,
    ],
    closing:
      'Se foi você, não é preciso fazer nada. Se não foi, crie uma nova senha em “Esqueceu a senha?” e encerre as outras sessões no seu perfil.',
  });
}
