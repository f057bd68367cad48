import { AsyncLocalStorage } from 'node:async_hooks';

const marked = new AsyncLocalStorage<true>();

/**
 * Runs the `work` of a transaction. Until it ends, `refuseInsideTransaction` throws in every function that
 * `work` calls.
 */
export const insideTransaction = <T>(work: () => Promise<T>): Promise<T> => marked.run(true, work);

/**
 * Refuses a call to another system (a service, a mail server, a file store) inside a transaction. Such a call
 * would hold a connection for as long as the other system takes, and a retried transaction would repeat it.
 * Callers read in one transaction, make the call outside any, and write in another.
 */
export function refuseInsideTransaction(call: string): void {
  if (marked.getStore()) throw new Error(`${call} was called inside a transaction`);
}
