import { afterEach, expect, test } from 'vitest';
import { holdWork, isWorkChanged, type Work } from '#lib/leaving/unsaved-work.ts';
import { discardAt, discarding, isHeldOpenAt, isLostAt, mayGoTo, workIsSaved } from './leaving-work.ts';

const LIST = ['/cadastros/marca'];
const FORM = [...LIST, 'abrir.novo'];
const released: (() => void)[] = [];

/** A form on the screen with typed work, unless the test says otherwise. */
function aForm(work: Partial<Work> = {}, home = FORM) {
  const discarded: string[] = [];
  released.push(
    holdWork({ isChanged: () => true, discard: () => void discarded.push(home.join(' ')), ...work }, home),
  );
  return discarded;
}

afterEach(() => {
  for (const release of released.splice(0)) release();
});

test('a form without typed work is left without a question', async () => {
  aForm({ isChanged: () => false });
  expect(isLostAt(LIST)).toBe(false);
  expect(await mayGoTo(LIST)).toBe(true);
});

test('a dialog above the form keeps it', async () => {
  aForm();
  expect(isLostAt([...FORM, 'historico'])).toBe(false);
  expect(await mayGoTo([...FORM, 'historico'])).toBe(true);
});

test('typed work stays when the person says so', async () => {
  const discarded = aForm({
    words: { question: 'Descartar os convites?', consequence: 'Eles serão perdidos.' },
  });
  const leaving = mayGoTo(LIST);
  expect(discarding.current()?.question).toBe('Descartar os convites?');
  discarding.answer(false);
  expect(await leaving).toBe(false);
  expect(discarded).toEqual([]);
  expect(isWorkChanged()).toBe(true);
});

test('discarded work is forgotten once, and not asked about again', async () => {
  const discarded = aForm();
  const leaving = [mayGoTo(LIST), mayGoTo(LIST)];
  discarding.answer(true);
  expect(await Promise.all(leaving)).toEqual([true, true]);
  expect(new Set(discarded)).toEqual(new Set([FORM.join(' ')]));
  expect(isWorkChanged()).toBe(false);
  expect(await mayGoTo(LIST)).toBe(true);
});

test('a form that was sent while the question was open stays', async () => {
  let isSending = false;
  const discarded = aForm({ isHeldOpen: () => isSending });
  const leaving = mayGoTo(LIST);
  isSending = true;
  discarding.answer(true);
  expect(await leaving).toBe(false);
  expect(discarded).toEqual([]);
  expect(isHeldOpenAt(FORM)).toBe(true);
});

test('saved work is not asked about, and does not hold its dialog open', () => {
  aForm({ isHeldOpen: () => true });
  workIsSaved(FORM);
  expect(isLostAt(LIST)).toBe(false);
  expect(isHeldOpenAt(FORM)).toBe(false);
});

test('a cancelled dialog forgets its own work and that of dialogs above it, and no other', () => {
  const below = aForm();
  const above = aForm({}, [...FORM, 'fornecedor']);
  discardAt([...FORM, 'fornecedor']);
  expect(above).toHaveLength(1);
  expect(below).toEqual([]);
  expect(isLostAt(FORM)).toBe(false);
  expect(isLostAt(LIST)).toBe(true);
});
