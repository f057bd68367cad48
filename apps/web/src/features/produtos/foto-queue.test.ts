import { expect, test, vi } from 'vitest';
import { createFotoQueue } from './foto-queue.ts';

/** A network of which the test decides when and how each photo arrives. */
function aQueue() {
  const sent: { name: string; arrive: (url: string) => void; fail: (why: string) => void }[] = [];
  const stored: string[] = [];
  const unwanted: string[] = [];
  const settled = vi.fn();
  const queue = createFotoQueue({
    send: (file) =>
      new Promise((resolve, reject) => sent.push({ name: file.name, arrive: resolve, fail: reject })),
    sentenceOf: String,
    onStored: ({ file }, url) => stored.push(`${file.name} ${url}`),
    onUnwanted: (url) => unwanted.push(url),
    onSettled: settled,
  });
  const add = (...names: string[]) =>
    queue.add(names.map((name) => ({ file: new File(['x'], name), preview: `blob:${name}` })));
  return { queue, add, sent, stored, unwanted, settled };
}

const states = ({ queue }: ReturnType<typeof aQueue>) => queue.current().map(({ state }) => state);

test('three are sent at once, the next when one has arrived', async () => {
  const net = aQueue();
  net.add('a', 'b', 'c', 'd', 'e');
  expect(net.sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  net.sent[1]?.arrive('/b');
  await vi.waitFor(() => expect(net.sent).toHaveLength(4));
  expect(net.stored).toEqual(['b /b']);
  expect(net.queue.has('blob:b')).toBe(false);
});

test('one that fails stays and the others go on; it is said once, when all is done', async () => {
  const net = aQueue();
  net.add('a', 'b', 'c', 'd');
  net.sent[0]?.fail('sem rede');
  await vi.waitFor(() => expect(net.sent).toHaveLength(4));
  expect(net.settled).not.toHaveBeenCalled();
  for (const each of net.sent.slice(1)) each.arrive(`/${each.name}`);
  await vi.waitFor(() => expect(net.settled).toHaveBeenCalledExactlyOnceWith({ stored: 3, failed: 1 }));
  expect(net.queue.current()).toMatchObject([{ state: 'failed', failure: 'sem rede' }]);
  expect(net.queue.isBusy()).toBe(false);

  net.queue.retry('blob:a');
  expect(states(net)).toEqual(['sending']);
  net.sent[4]?.arrive('/a');
  await vi.waitFor(() => expect(net.settled).toHaveBeenLastCalledWith({ stored: 1, failed: 0 }));
  expect(net.queue.current()).toEqual([]);
});

test('whoever waits for the photos is woken when nothing is on its way', async () => {
  const net = aQueue();
  await net.queue.whenSettled();
  net.add('a', 'b');
  const woken = vi.fn();
  const waiting = net.queue.whenSettled().then(woken);
  net.sent[0]?.arrive('/a');
  await vi.waitFor(() => expect(net.stored).toHaveLength(1));
  expect(woken).not.toHaveBeenCalled();
  net.sent[1]?.fail('x');
  await waiting;
  expect(woken).toHaveBeenCalled();
});

test('one taken out while it is sent is handed over as unwanted and counts for nothing', async () => {
  const net = aQueue();
  net.add('a', 'b');
  net.queue.drop('blob:a');
  net.sent[1]?.arrive('/b');
  net.sent[0]?.arrive('/a');
  await vi.waitFor(() => expect(net.unwanted).toEqual(['/a']));
  expect(net.stored).toEqual(['b /b']);
  expect(net.settled).toHaveBeenCalledExactlyOnceWith({ stored: 1, failed: 0 });
});

test('all given up: those waiting are not sent, those on their way are unwanted, nothing is said', async () => {
  const net = aQueue();
  net.add('a', 'b', 'c', 'd', 'e');
  net.sent[0]?.arrive('/a');
  await vi.waitFor(() => expect(net.stored).toEqual(['a /a']));
  const settled = net.queue.whenSettled();
  net.queue.close();
  await settled;
  net.sent[1]?.arrive('/b');
  net.sent[2]?.fail('sem rede');
  await vi.waitFor(() => expect(net.unwanted).toEqual(['/b']));
  expect(net.sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(net.queue.current()).toEqual([]);
  expect(net.settled).not.toHaveBeenCalled();
});
