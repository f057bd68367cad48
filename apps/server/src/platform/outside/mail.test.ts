import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isLoopback } from './loopback.ts';
import { openMail } from './mail.ts';

/** The SMTP catcher offers no STARTTLS. 0.0.0.0 reaches it, but does not count as a loopback address. */
const { smtp, page } = inject('mail');
const ELSEWHERE = `smtp://0.0.0.0:${smtp}`;

function mailTo(url: string, allowPlain = false) {
  const mail = openMail({ url, from: 'Prumo <nao-responda@prumo.local>', allowPlain });
  onTestFinished(() => mail.close());
  const to = `${randomUUID()}@exemplo.com.br`;
  return {
    send: () => mail.send({ to, subject: 'Oi', html: '<p>Oi</p>', text: 'Oi' }),
    arrived: async () =>
      ((await (await fetch(`http://127.0.0.1:${page}/messages.json?to=${to}`)).json()) as object[]).length,
  };
}

test('a message to another machine is not sent without TLS', async () => {
  const { send, arrived } = mailTo(ELSEWHERE);
  await expect(send()).rejects.toThrow(/TLS/);
  expect(await arrived()).toBe(0);
});

test('the query of SMTP_URL cannot switch the TLS requirement off', async () => {
  const { send } = mailTo(`${ELSEWHERE}/?requireTLS=false&ignoreTLS=true`);
  await expect(send()).rejects.toThrow(/TLS/);
});

test('a message is sent without TLS to a loopback address, or where the operator allows it', async () => {
  for (const { send, arrived } of [mailTo(`smtp://127.0.0.1:${smtp}`), mailTo(ELSEWHERE, true)]) {
    await send();
    expect(await arrived()).toBe(1);
  }
});

test.each([
  ...['localhost', 'LOCALHOST', '127.0.0.1', '127.9.8.7', '::1', '[::1]'].map(
    (name) => [name, true] as const,
  ),
  ...['127.0.0.1.exemplo.com', 'localhost.exemplo.com', '0.0.0.0', 'smtp.exemplo.com', '10.0.0.1', ''].map(
    (name) => [name, false] as const,
  ),
])('host %j is a loopback address: %s', (name, expected) => {
  expect(isLoopback(name)).toBe(expected);
});
