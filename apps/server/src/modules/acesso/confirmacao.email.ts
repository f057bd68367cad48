import { Body, Button, Container, Head, Heading, Html, Preview, Text } from '@react-email/components';
import { render } from '@react-email/render';
import { createElement as h } from 'react';

const paragraph = { fontSize: '14px', lineHeight: '22px', color: '#33363f' };
const button = {
  background: '#4a4ed6',
  color: '#ffffff',
  padding: '10px 18px',
  borderRadius: '8px',
  fontSize: '14px',
};

/** `createElement` instead of JSX: the server runs TypeScript by stripping types, and JSX is no type. */
const Confirmacao = ({ nome, link }: { nome: string; link: string }) =>
  h(
    Html,
    { lang: 'pt-BR' },
    h(Head),
    h(Preview, null, 'Confirme seu email para entrar no Prumo'),
    h(
      Body,
      { style: { fontFamily: 'system-ui, sans-serif', background: '#f7f8fa', padding: '24px' } },
      h(
        Container,
        { style: { background: '#ffffff', borderRadius: '14px', padding: '32px' } },
        h(Heading, { as: 'h1', style: { fontSize: '20px' } }, 'Confirme seu email'),
        h(
          Text,
          { style: paragraph },
          `Olá, ${nome}. Falta um passo para entrar no Prumo: confirme que este email é seu.`,
        ),
        h(Button, { href: link, style: button }, 'Confirmar email'),
        h(
          Text,
          { style: paragraph },
          'O link vale por 24 horas. Se você não criou esta conta, ignore esta mensagem.',
        ),
      ),
    ),
  );

export async function confirmacaoEmail(props: { nome: string; link: string }) {
  const element = h(Confirmacao, props);
  return {
    subject: 'Confirme seu email no Prumo',
    html: await render(element),
    text: await render(element, { plainText: true }),
  };
}
