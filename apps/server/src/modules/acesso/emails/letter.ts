import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Img,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components';
import { render } from '@react-email/render';
import { createElement as h } from 'react';
import type { Message } from '#platform/outside/mail.ts';
import { LOGO } from './logo.ts';

interface Letter {
  subject: string;
  title: string;
  paragraphs: string[];
  action?: { label: string; link: string };
  closing: string;
  /** The empresa that the letter is about, as its recipient may read it. */
  empresa?: string;
}

const PRODUCT = 'Prumo';
const LOGO_CID = 'logo@prumo';
const COPY_LINK = 'Se o botão não abrir, copie este endereço para o navegador:';
const WHY = `Você recebe esta mensagem porque alguém usou este email no ${PRODUCT}.`;

const paragraph = { fontSize: '14px', lineHeight: '22px', color: '#33363f', margin: '0 0 12px' };
const small = { fontSize: '12px', lineHeight: '18px', color: '#5b5f6b', margin: '0 0 4px' };
const button = {
  background: '#4a4ed6',
  color: '#ffffff',
  padding: '10px 18px',
  borderRadius: '8px',
  fontSize: '14px',
  margin: '4px 0 16px',
};

const headOf = (empresa: string | undefined) => (empresa ? `${PRODUCT} · ${empresa}` : PRODUCT);

/**
 * Uses `createElement` instead of JSX, because the server runs TypeScript by stripping types, which does not
 * transform JSX.
 */
const Page = ({ subject, title, paragraphs, action, closing, empresa }: Letter) =>
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
        h(
          Section,
          { style: { marginBottom: '20px' } },
          h(Img, {
            src: `cid:${LOGO_CID}`,
            alt: '',
            width: 28,
            height: 28,
            style: { display: 'inline-block', verticalAlign: 'middle', marginRight: '10px' },
          }),
          h(
            'span',
            { style: { fontSize: '14px', fontWeight: 600, verticalAlign: 'middle' } },
            headOf(empresa),
          ),
        ),
        h(Heading, { as: 'h1', style: { fontSize: '20px', margin: '0 0 16px' } }, title),
        ...paragraphs.map((text) => h(Text, { key: text, style: paragraph }, text)),
        action ? h(Button, { href: action.link, style: button }, action.label) : null,
        h(Text, { style: paragraph }, closing),
        action
          ? h(
              Text,
              { style: { ...small, wordBreak: 'break-all' } },
              `${COPY_LINK} `,
              h(Link, { href: action.link }, action.link),
            )
          : null,
        h(Text, { style: small }, WHY),
      ),
    ),
  );

/** The text for mail programs that show no HTML. A link has its own line, so that nothing breaks it. */
const textOf = ({ title, paragraphs, action, closing, empresa }: Letter) =>
  [
    headOf(empresa),
    title,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.link}`] : []),
    closing,
    WHY,
  ].join('\n\n');

/** Writes a letter with the logo, in HTML and as text. It loads nothing from the network and follows no reader. */
export async function write(letter: Letter): Promise<Omit<Message, 'to'>> {
  return {
    subject: letter.subject,
    html: await render(h(Page, letter)),
    text: textOf(letter),
    attachments: [{ cid: LOGO_CID, filename: 'prumo.png', contentType: 'image/png', content: LOGO }],
  };
}

const when = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

export const inBrasilia = (instant: Date) => when.format(instant);
