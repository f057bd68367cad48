import { createTransport } from 'nodemailer';

export interface Message {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface Mail {
  send(message: Message): Promise<void>;
  close(): void;
}

/** Sent from jobs, which try again: a slow or absent mail server never holds up a request. */
export function openMail(options: { url: string; from: string }): Mail {
  const transport = createTransport(
    { url: options.url, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 },
    { from: options.from },
  );
  return {
    send: async (message) => void (await transport.sendMail(message)),
    close: () => transport.close(),
  };
}
