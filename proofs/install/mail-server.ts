import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';

/**
 * The mail server of the machine: takes every message on port 25 and shows them as JSON on port 8025. It runs on the Node
 * of the installed package, so it uses no library.
 */
const messages: string[] = [];

createServer((socket) => {
  let text = '';
  let message: string | null = null;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 machine');
  socket.setEncoding('utf8');
  socket.on('error', () => {});
  socket.on('data', (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (message !== null) {
        if (line !== '.') message += `${line}\n`;
        else {
          messages.push(message);
          message = null;
          say('250 taken');
        }
      } else if (/^data/i.test(line)) {
        message = '';
        say('354 go on');
      } else if (/^quit/i.test(line)) {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    }
  });
}).listen(25, '127.0.0.1');

createHttpServer((_, response) => response.end(JSON.stringify(messages))).listen(8025);
