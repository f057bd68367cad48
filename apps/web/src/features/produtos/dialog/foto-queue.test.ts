import { expect, test, vi } from 'vitest';
import { createFotoQueue } from './foto-queue.ts';

/** A fake network: the test decides when and how each upload ends. */
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

test('three photos upload concurrently, and the next starts when one has finished', async () => {
  const net = aQueue();
  net.add('a', 'b', 'c', 'd', 'e');
  expect(net.sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  net.sent[1]?.arrive('/b');
  await vi.waitFor(() => expect(net.sent).toHaveLength(4));
  expect(net.stored).toEqual(['b /b']);
  expect(net.queue.has('blob:b')).toBe(false);
});

test('a failed photo stays while the others continue, and the result is reported once at the end', async () => {
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

test('whenSettled resolves when no photo is waiting or uploading', async () => {
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

test('a photo removed during its upload is reported as unwanted and not counted', async () => {
  const net = aQueue();
  net.add('a', 'b');
  net.queue.drop('blob:a');
  net.sent[1]?.arrive('/b');
  net.sent[0]?.arrive('/a');
  await vi.waitFor(() => expect(net.unwanted).toEqual(['/a']));
  expect(net.stored).toEqual(['b /b']);
  expect(net.settled).toHaveBeenCalledExactlyOnceWith({ stored: 1, failed: 0 });
});

test('closing the queue sends no waiting photo, reports running ones as unwanted, and reports no result', async () => {
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
