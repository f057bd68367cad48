import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, expect, inject, vi } from 'vitest';
import { openWorker } from '#worker.ts';
import { aBrowser, type Browser } from './browser.ts';
import { givePassword, hashPassword } from './people.ts';
import { testApp } from './test-app.ts';

export const SENHA = 'segredo-do-Teste-1';

interface Person {
  userId: string;
  email: string;
  senha: string;
}

/**
 * Opens the application with its worker and an SMTP server that keeps all e-mails, for tests of sign-up,
 * e-mail and sign-in.
 */
export async function identityApp(settings: Record<string, string> = {}) {
  const mail = inject('mail');
  const prumo = await testApp({ SMTP_URL: `smtp://127.0.0.1:${mail.smtp}`, ...settings });
  const worker = await openWorker(prumo.config);
  afterAll(() => worker.close());
  const { sql, admin } = prumo;
  const hashed = hashPassword(SENHA);

  const messagesTo = async (email: string): Promise<{ subject: string; text: string; html: string }[]> => {
    const page = `http://127.0.0.1:${mail.page}/messages.json?to=${encodeURIComponent(email)}`;
    return (await fetch(page)).json() as Promise<{ subject: string; text: string; html: string }[]>;
  };

  return {
    ...prumo,
    browser: (headers?: Record<string, string>) => aBrowser(prumo.app, headers),
    messagesTo,

    /** Waits for an e-mail whose subject matches, and returns the newest. */
    async mailTo(email: string, subject: RegExp) {
      return vi.waitFor(
        async () => {
          const message = (await messagesTo(email)).find((each) => subject.test(each.subject));
          if (!message) throw new Error(`no e-mail with this subject came to ${email}`);
          return message;
        },
        { timeout: 60_000, interval: 100 },
      );
    },

    /** Creates a confirmed account with a password. Its first sign-in creates its empresa. */
    async aPerson(name = 'Carla Dias'): Promise<Person> {
      const userId = randomUUID();
      const email = `${userId}@exemplo.com.br`;
      await sql('insert into auth.users (id, name, email, email_verified) values ($1, $2, $3, true)', [
        userId,
        name,
        email,
      ]);
      await givePassword(admin, userId, await hashed);
      return { userId, email, senha: SENHA };
    },

    /** Makes the person's last proof of identity older than ten minutes. */
    grownStale: ({ userId }: { userId: string }) =>
      sql("update auth.sessions set confirmed_at = now() - interval '11 minutes' where user_id = $1", [
        userId,
      ]),

    /** Makes a used TOTP code of the current time step valid again. */
    forgetSteps: ({ userId }: { userId: string }) =>
      sql('update auth.factors set last_step = 0 where user_id = $1', [userId]),
  };
}

/** Returns the token in the link of an e-mail. It reads the fragment of the URL, as the page does. */
export function tokenIn(text: string): string {
  const link = /https?:\S+#\S+/.exec(text)?.[0] ?? '';
  return new URLSearchParams(new URL(link).hash.slice(1)).values().next().value ?? '';
}

export const codeOf = (segredo: string, timestamp = Date.now()) =>
  new TOTP({ secret: segredo, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp });

/** Turns on two-step sign-in for the person who is signed in in this browser. */
export async function enrol(browser: Browser): Promise<{ id: string; segredo: string; codigos: string[] }> {
  const begun = await browser.post('/api/perfil/fatores');
  expect(begun.statusCode).toBe(201);
  const { id, segredo } = begun.json();
  const verified = await browser.post(`/api/perfil/fatores/${id}/verificacao`, { codigo: codeOf(segredo) });
  expect(verified.statusCode).toBe(200);
  return { id, segredo, codigos: verified.json().codigos };
}
