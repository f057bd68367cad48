import { expect, test, vi } from 'vitest';
import { createQuestion } from './question.ts';

test('every caller that asks while the question is open gets the same answer', async () => {
  const question = createQuestion<string>();
  const answers = [question.ask('Ana'), question.ask('Bia')];
  expect(question.current()).toBe('Ana');
  question.answer(true);
  expect(await Promise.all(answers)).toEqual([true, true]);
  expect(question.current()).toBeUndefined();
});

test('an answered question can be asked again', async () => {
  const question = createQuestion<string>();
  const first = question.ask('Ana');
  question.answer(false);
  const second = question.ask('Ana');
  question.answer(true);
  expect([await first, await second]).toEqual([false, true]);
});

test('listeners are called when the question opens and closes, and not by an answer without a question', () => {
  const question = createQuestion<string>();
  const heard = vi.fn();
  const stop = question.subscribe(heard);
  question.answer(true);
  expect(heard).toHaveBeenCalledTimes(0);
  void question.ask('Ana');
  void question.ask('Ana');
  expect(heard).toHaveBeenCalledTimes(1);
  question.answer(true);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  void question.ask('Ana');
  expect(heard).toHaveBeenCalledTimes(2);
});
