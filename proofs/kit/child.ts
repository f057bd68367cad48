import type { ChildProcess, Serializable } from 'node:child_process';

/** Sends a message to a forked process and waits for its answer. A process that ends before it answers is an error. */
export function answerOf<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a forked process ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (answer: Serializable) => {
      child.off('exit', onExit);
      resolve(answer as Answer);
    });
    child.send(message);
  });
}
