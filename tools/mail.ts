import { createServer } from 'node:http';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface CaughtMail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface MailCatcher {
  messages: CaughtMail[];
  stop: () => Promise<void>;
}

/** The server refuses addresses that begin so, as one refuses a mailbox that does not exist. */
const NO_MAILBOX = 'nao-existe';

/** Starts an SMTP server that forwards no message, and a page that shows the messages it received. */
export async function startMail(ports: { smtp: number; web: number }): Promise<MailCatcher> {
  const messages: CaughtMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
      done(address.startsWith(NO_MAILBOX) ? refusal : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(({ subject, html, text }) => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
          messages.unshift({ to, subject: subject ?? '', html: html ?? '', text: text ?? '' });
          messages.length = Math.min(messages.length, 500);
          done();
        }, done);
      });
    },
  });
  const web = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const to = searchParams.get('to');
    if (pathname === '/messages.json') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(to ? messages.filter((each) => each.to === to) : messages));
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page(messages));
    }
  });
  await new Promise<void>((resolve) => smtp.listen(ports.smtp, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => web.listen(ports.web, '127.0.0.1', resolve));
  return {
    messages,
    stop: async () => {
      await new Promise<void>((resolve) => smtp.close(resolve));
      web.close();
    },
  };
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (messages: CaughtMail[]) => `<!doctype html><html lang="pt-BR"><title>Emails do Prumo</title>
<body style="font-family:system-ui;max-width:720px;margin:2rem auto"><h1>Emails</h1>
${messages.map((each) => `<h2>${escapeHtml(each.subject)}</h2><p>Para ${escapeHtml(each.to)}</p><iframe title="${escapeHtml(each.subject)}" sandbox="allow-popups allow-top-navigation-by-user-activation" style="width:100%;height:360px;border:1px solid #ccc" srcdoc="${escapeHtml(each.html)}"></iframe>`).join('') || '<p>Nenhum email ainda.</p>'}
</body></html>`;
