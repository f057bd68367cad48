import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import { afterAll, expect, inject } from 'vitest';
import { openWorker } from '#app.ts';
import { aBrowser, type Browser } from './browser.ts';
import { givePassword, hashPassword } from './people.ts';
import { testApp } from './test-app.ts';

export const SENHA = 'segredo-do-Teste-1';

interface Person {
  userId: string;
  email: string;
  senha: string;
}

/** The application with its worker and the SMTP catcher: people sign up, read their mail and sign in. */
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

    /** Waits for the newest e-mail with such a subject. */
    async mailTo(email: string, subject: RegExp) {
      for (let tries = 0; tries < 100; tries++) {
        const message = (await messagesTo(email)).find((each) => subject.test(each.subject));
        if (message) return message;
        await sleep(100);
      }
      throw new Error(`no such e-mail came to ${email}`);
    },

    /** A confirmed account with a password; its empresa is made by its first sign-in. */
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

    /** As if the last proof of who they are were long ago. */
    grownStale: ({ userId }: { userId: string }) =>
      sql("update auth.sessions set confirmed_at = now() - interval '11 minutes' where user_id = $1", [
        userId,
      ]),

    /** Lets codes of the present time step count again. */
    forgetSteps: ({ userId }: { userId: string }) =>
      sql('update auth.factors set last_step = 0 where user_id = $1', [userId]),
  };
}

/** The token of the link in an e-mail, as the page reads it from the address. */
export function tokenIn(text: string): string {
  const link = /https?:\S+#\S+/.exec(text)?.[0] ?? '';
  return new URLSearchParams(new URL(link).hash.slice(1)).values().next().value ?? '';
}

export const codeOf = (segredo: string, timestamp = Date.now()) =>
  new TOTP({ secret: segredo, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp });

/** Turns two-step sign-in on for whoever is signed in in this browser. */
export async function enrol(browser: Browser): Promise<{ id: string; segredo: string; codigos: string[] }> {
  const begun = await browser.post('/api/perfil/fatores');
  expect(begun.statusCode).toBe(201);
  const { id, segredo } = begun.json();
  const verified = await browser.post(`/api/perfil/fatores/${id}/verificacao`, { codigo: codeOf(segredo) });
  expect(verified.statusCode).toBe(200);
  return { id, segredo, codigos: verified.json().codigos };
}
