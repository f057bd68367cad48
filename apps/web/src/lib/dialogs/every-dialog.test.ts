import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = new URL('../../', import.meta.url).pathname;
/** The journeys of all dialogs that take input. Read as a text, because only Playwright can load the file. */
const JOURNEYS = readFileSync(new URL('../../../../../e2e/dialogos.ts', import.meta.url), 'utf8');

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

const found = (pattern: RegExp) =>
  files.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name));

/** Dialogs that no address names, each with the reason. */
const QUESTIONS: Record<string, string> = {
  'features/acesso/confirm-identity-dialog.tsx': 'asks for the password before one act',
  'features/acesso/empresa-lost-dialog.tsx': 'says that the person has left the empresa',
  'features/acesso/session-ended-dialog.tsx': 'asks for the password over any form',
  'features/empresas/switcher-sheet.tsx': 'is the menu of empresas on a narrow screen',
  'features/equipe/leave-empresa.tsx': 'says why the last dono cannot leave',
  'features/pedidos/etiquetas/etiquetas-dialog.tsx': 'prints the picked pedidos, which a reload forgets',
  'features/perfil/two-step/enrol-dialog.tsx': 'shows a secret once',
  'records/in-use-dialog.tsx': 'answers the question whether to delete a record',
  'records/selection/removal/remove-several.tsx':
    'asks whether to delete the picked records, which a reload forgets',
};

test('every dialog is in the address, except questions with a reason', () => {
  const asking = files.filter(({ text }) => /[ {(]asQuestion\(/.test(text)).map(({ path }) => path);
  expect(asking.filter((path) => path !== 'lib/dialogs/use-dialog.ts').sort()).toEqual(
    Object.keys(QUESTIONS).sort(),
  );
});

/** Dialogs in the address that only show something. */
const READING = [
  'atalhos',
  'codigos',
  'comissao',
  'dispositivos',
  'estoque',
  'historico',
  'lixeira',
  'lote',
  'movimentacoes',
  'simulacao',
  'venda',
];

/** Dialogs whose input is not a text, each with the journey that shows its rule or the reason why it has none. */
const OTHERS = {
  atender: 'a draft keeps the records that belong to a titular',
  destino: 'Back in the second step of the import returns to the first',
  'enviar-notas': 'contains only chosen files, which no draft can hold, and asks before they are forgotten',
  etiquetas: 'contains only what to print, which nothing stores',
  'excluir-empresa': 'contains only the repeated name of the empresa',
  'conferir-devolucao': 'a draft keeps what a person examined of a return over a reload',
  falta: 'contains only the choice of a deposito',
  ligar: 'contains only a search',
  'prazo-do-historico': 'a draft keeps the chosen term of the history over a reload',
  senha: 'a draft of a new password does not exist, but leaving it asks first',
  transferir: 'a draft keeps the choice of the membro who receives the empresa',
  'vendas-da-conta': 'a draft keeps how sales reach the stock over a reload',
};

test('every other dialog in the address has a journey that shows its rule', () => {
  const walked = [...JOURNEYS.matchAll(/^ +name: '([\w-]+)'/gm)].map(([, name]) => name);
  const opened = new Set(found(/useDialog\('([\w-]+)'\)/g));
  expect([...opened].sort()).toEqual([...new Set([...walked, ...Object.keys(OTHERS), ...READING])].sort());
});

/** Hooks through which a form gets the rule, the last two of which call `useWork` and `useFormWork`. */
const RULE = /use(Form)?Work\(|useRecordForm\(|useMovimento\(|useRemessa\(/;

/** Forms in a dialog that keep no draft, each with the reason. */
const WITHOUT_DRAFT: Record<string, string> = {
  'features/acesso/identity-form.tsx': 'contains a password',
  'features/acesso/session-ended-dialog.tsx': 'contains a password',
  'features/empresas/excluir-dialog.tsx': 'contains only the repeated name of the empresa',
  'features/lotes/exportar-form.tsx': 'changes nothing',
  'features/lotes/lote-form.tsx': 'is the frame of forms that have the rule',
  'features/perfil/dialog-form.tsx': 'is the frame of forms that have the rule',
  'features/perfil/senha-dialog.tsx': 'contains passwords, and asks before they are lost',
  'features/perfil/two-step/enrol-dialog.tsx': 'contains a code that is valid for seconds',
};

test('every form in a dialog follows the rule, except those with a reason', () => {
  const forms = files.filter(
    ({ text }) =>
      /<form\b|useForm[<(]|<DialogForm\b/.test(text) && /#ui\/dialog\/(eager-)?dialog\.tsx'/.test(text),
  );
  expect(forms.length).toBeGreaterThan(8);
  expect(
    forms
      .filter(({ text }) => !RULE.test(text))
      .map(({ path }) => path)
      .sort(),
  ).toEqual(
    Object.keys(WITHOUT_DRAFT)
      .filter((path) => forms.some((form) => form.path === path))
      .sort(),
  );
});
