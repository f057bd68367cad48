import { expect, test } from 'vitest';
import { aviso } from './avisos.templates.ts';
import { confirmacao, novo_email, recuperacao } from './emails.templates.ts';
import { convite, exclusao, lembrete } from './empresa.templates.ts';

const link = 'https://app.exemplo.com.br/auth/login#confirmacao=pre_abc-123_x';
const conta = 'ana@exemplo.com.br';
const empresa = 'Autopeças <b>Silva</b> & Filhos';
const prazo = new Date('2026-11-18T15:00:00Z');

const OF_AN_ACCOUNT = { confirmacao, recuperacao, novo_email };
const OF_AN_EMPRESA = {
  convite: () => convite({ link, empresa, quem: 'Ana', papel: 'estoque' }),
  lembrete: () => lembrete({ link, nome: 'Ana', empresa, prazo, vencido: false }),
  exclusao: () => exclusao({ link, empresa, quem: 'Ana', excluiEm: prazo.toISOString() }),
};
const all = {
  ...Object.fromEntries(
    Object.entries(OF_AN_ACCOUNT).map(([name, letter]) => [name, () => letter({ link, conta })]),
  ),
  ...OF_AN_EMPRESA,
};

test.each(Object.entries(all))(
  '%s has the button and the plain link, in HTML and as text',
  async (_, write) => {
    const { html, text } = await write();
    expect(html.match(new RegExp(`href="${link}"`, 'g'))).toHaveLength(2);
    expect(html).toContain(`>${link}</a>`);
    expect(text.split('\n')).toContain(link);
  },
);

test.each(Object.entries(all))('%s shows the logo, which it carries, and loads nothing', async (_, write) => {
  const { html, attachments = [] } = await write();
  expect(attachments.map(({ cid }) => cid)).toEqual(['logo@prumo']);
  expect(attachments[0]?.content.subarray(1, 4).toString()).toBe('PNG');
  expect(Array.from(html.matchAll(/(?:src|background)="([^"]+)"/g), ([, source]) => source)).toEqual([
    'cid:logo@prumo',
  ]);
  expect(html).not.toMatch(/url\(|<script|<link|@import/);
});

test.each(Object.entries(OF_AN_EMPRESA))(
  '%s names the empresa beside the product, without markup',
  async (_, write) => {
    const { html, text } = await write();
    expect(text.split('\n')[0]).toMatch(/^Prumo · Autopeças <b>Silva/);
    expect(html).toContain('Prumo · Autopeças &lt;b&gt;Silva');
    expect(html).not.toContain('<b>Silva');
  },
);

test('a notice has no link, and its text says the same as its HTML', async () => {
  const { html, text } = await aviso({
    ...{ nome: 'Ana', tipo: 'senha_alterada', address: '203.0.113.7', userAgent: null, em: prazo },
  });
  expect(text.split('\n')[0]).toBe('Prumo');
  expect(text).not.toContain('http');
  for (const sentence of text.split('\n\n').slice(1)) expect(html).toContain(sentence.slice(0, 40));
});
