import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A message as the mail server received it. */
interface Received {
  to: readonly string[];
  subject: string;
  headers: readonly string[];
  html: string;
  attachments: readonly string[];
}

/** Starts a mail server that keeps every message with its headers. */
export async function startMailServer(port: number) {
  const received: Received[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(({ subject, html, headers, attachments }) => {
          received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            subject: subject ?? '',
            headers: headers.map(({ key }) => key),
            html: html ?? '',
            attachments: attachments.map(({ filename, mimeType }) => `${filename} ${mimeType}`),
          });
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  return { received, stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())) };
}

/** The elements and headers of a letter of the product. A text of a person may add none. */
const TAGS = new Set('html head meta body div table tbody tr td span img h1 p a title'.split(' '));
const HEADERS = new Set(
  'from to subject message-id date mime-version content-type content-transfer-encoding'.split(' '),
);

/** What a text of a person could have added to a message. */
export function mailFindings(message: Received, origin: string): string[] {
  const found: string[] = [];
  const label = `"${message.subject.slice(0, 60)}"`;
  if (message.to.length !== 1) found.push(`${label}: ${message.to.length} recipients`);
  if (/[\r\n]/.test(message.subject)) found.push(`${label}: a subject of several lines`);
  for (const name of message.headers) if (!HEADERS.has(name)) found.push(`${label}: a header ${name}`);
  if (message.headers.length !== new Set(message.headers).size) found.push(`${label}: a header twice`);
  const extra = message.attachments.filter((each) => each !== 'prumo.png image/png');
  for (const each of extra) found.push(`${label}: an attachment ${each}`);
  // Conditional comments of the letter, for one mail program, contain no text of a person.
  const html = message.html.replaceAll(/<!--.*?-->/gs, '');
  for (const [, name = '', attributes = ''] of html.matchAll(
    /<\s*([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi,
  )) {
    if (!TAGS.has(name.toLowerCase())) found.push(`${label}: an element <${name}>`);
    if (/\son\w+\s*=/i.test(attributes)) found.push(`${label}: a handler in <${name}>`);
    const address = /\s(?:href|src|action)\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1];
    if (address !== undefined && !address.startsWith(`${origin}/`) && address !== 'cid:logo@prumo')
      found.push(`${label}: an address ${address.slice(0, 80)}`);
  }
  return found;
}
