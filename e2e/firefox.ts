import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A tab of Debian's Firefox. */
export interface Firefox {
  goto: (url: string) => Promise<void>;
  /** Runs a script and returns the value of its last expression. If the value is a promise, awaits it. */
  run: (script: string) => Promise<unknown>;
  /** Presses a key for each character. `\uE0xx` is a key without a character, by its WebDriver code. */
  press: (keys: string) => Promise<void>;
  /** The uncaught errors and the errors on the console of all pages so far, each with its page. */
  errors: string[];
  stop: () => Promise<void>;
}

/** With these preferences Firefox makes no requests of its own and shows no question at its start. */
const PREFERENCES = {
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 0,
};

/**
 * Starts Debian's Firefox and controls it by WebDriver BiDi. Playwright cannot do that: it needs its own
 * build of Firefox, which only its vendor's server offers, and sends commands that Debian's build does not
 * know.
 */
export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'prumo-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = once(child, 'exit');
  const address = await addressOf(createInterface(child.stderr));
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const errors: string[] = [];
  let page = '';
  const send = askThrough(socket, ({ method, params }) => {
    if (method === 'log.entryAdded' && params.level === 'error') errors.push(`${page}: ${params.text}`);
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  // Opens a new tab, because fields in the first tab of Firefox receive no focus and blur events.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  await send('browsingContext.activate', { context });
  return {
    goto: (url) => {
      page = url;
      return onceMore(() => send('browsingContext.navigate', { context, url, wait: 'complete' }));
    },
    run: async (expression) => {
      const params = { expression, target: { context }, awaitPromise: true };
      const { type, result } = await send<Evaluated>('script.evaluate', params);
      if (type !== 'success') throw new Error(`Firefox could not run ${expression}`);
      return result.value;
    },
    press: (keys) => {
      const actions = Array.from(keys).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      return send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    errors,
    stop: async () => {
      socket.close();
      child.kill();
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Repeats a navigation that Firefox aborted. Firefox aborts one if the new tab or the page in it navigates at the
 * same moment, which a busy machine makes more likely.
 */
async function onceMore(navigate: () => Promise<void>): Promise<void> {
  try {
    await navigate();
  } catch (error) {
    if (!String(error).includes('NS_BINDING_ABORTED')) throw error;
    await navigate();
  }
}

interface BidiEvent {
  method: string;
  params: { level?: string; text?: string };
}

interface Evaluated {
  type: string;
  result: { value: unknown };
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /listening on (ws:\S+)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('Firefox ended before it was ready. Is firefox-esr installed?');
}

/**
 * Returns a function that sends a command and waits for the answer with the same id. Events have no id, and go to
 * `hear`.
 */
function askThrough(socket: WebSocket, hear: (event: BidiEvent) => void) {
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(data);
    if (answer.type === 'event') return hear(answer);
    if (answer.type === 'error') waiting.get(answer.id)?.reject(new Error(answer.message));
    else waiting.get(answer.id)?.resolve(answer.result);
    waiting.delete(answer.id);
  });
  return <T = void>(method: string, params: object): Promise<T> => {
    const id = ++last;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    socket.send(JSON.stringify({ id, method, params }));
    return answer.promise as Promise<T>;
  };
}
