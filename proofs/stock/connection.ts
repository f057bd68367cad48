import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  body: string;
}

/**
 * A minimal keep-alive HTTP connection with one request at a time. The clients share two cores with the
 * server, and a complete HTTP client would take CPU time from it.
 */
export class Connection {
  readonly #socket: Socket;
  #waiting: PromiseWithResolvers<Answer> | undefined;
  #received = '';
  #isDead = false;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    // Latin-1 decodes each byte to one character, and Content-Length counts bytes.
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#receive(chunk));
    this.#socket.on('error', () => this.#die());
    this.#socket.on('close', () => this.#die());
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  send(request: string): Promise<Answer> {
    this.#waiting = Promise.withResolvers<Answer>();
    this.#socket.write(request);
    if (this.#isDead) this.#die();
    return this.#waiting.promise;
  }

  /** Closes the connection without waiting for the answer. */
  cut(): void {
    this.#socket.destroy();
    this.#die();
  }

  #die(): void {
    this.#isDead = true;
    this.#waiting?.reject(new Error('no answer'));
    this.#waiting = undefined;
  }

  #receive(chunk: string): void {
    this.#received += chunk;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    const body = Buffer.from(this.#received.slice(end + 4, end + 4 + length), 'latin1').toString('utf8');
    this.#received = this.#received.slice(end + 4 + length);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
    if (/^connection: close/im.test(head)) this.cut();
  }
}
