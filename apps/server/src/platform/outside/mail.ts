import { createTransport } from 'nodemailer';
import { refuseInsideTransaction } from '#platform/db/transaction-mark.ts';
import { mails } from '#platform/metrics/metrics.ts';
import type { IsHeld } from '#platform/recovery/hold.ts';
import { isLoopback } from './loopback.ts';

export interface Message {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Images that the HTML names by their `cid`. */
  attachments?: { cid: string; filename: string; contentType: string; content: Buffer }[];
}

export interface Mail {
  send(message: Message): Promise<void>;
  close(): void;
}

interface MailServer extends Mail {
  /** Connects, encrypts the connection where that is demanded, and signs in. Sends nothing. */
  greet(): Promise<void>;
}

/**
 * Whether the mail server refused this message for good: the address does not exist, or it takes no mail of ours. A
 * refused sign-in of our own is no such refusal, because it says nothing about the address.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600
  );
}

/**
 * Sends mail. Jobs call it and retry it, so a slow or absent mail server never delays a request. It sends
 * nothing to another machine before STARTTLS, because an eavesdropper could read links that open accounts,
 * and the server's password.
 */
export function openMail(options: {
  url: string;
  from: string;
  allowPlain: boolean;
  isHeld?: IsHeld;
}): MailServer {
  const url = new URL(options.url);
  // A parameter of the URL would override the option below.
  url.searchParams.delete('requireTLS');
  const transport = createTransport(
    {
      url: url.href,
      requireTLS: !isLoopback(url.hostname) && !options.allowPlain,
      connectionTimeout: 5000,
      greetingTimeout: 5000,
      socketTimeout: 10_000,
    },
    { from: options.from },
  );
  return {
    async send(message) {
      refuseInsideTransaction('the mail server');
      // Jobs that send mail do not begin while mail is held. A job that had begun before stops here.
      if (await options.isHeld?.())
        throw new Error('mail is held back until the operator releases a restore');
      try {
        await transport.sendMail(message);
      } catch (error) {
        mails({ outcome: isRefusedForGood(error) ? 'refused' : 'failed' }).inc();
        throw error;
      }
      mails({ outcome: 'sent' }).inc();
    },
    async greet() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
