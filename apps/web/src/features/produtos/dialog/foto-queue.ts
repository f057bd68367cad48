/** A photo being uploaded, identified by its object URL. */
export interface Upload {
  preview: string;
  file: File;
  /** A fraction from 0 to 1. */
  progress: number;
  state: 'waiting' | 'sending' | 'failed';
  /** The reason of the failure. */
  failure?: string;
}

interface FotoQueueOptions {
  /** Resolves with the public address. */
  send: (file: File, onProgress: (fraction: number) => void) => Promise<string>;
  sentenceOf: (error: unknown) => string;
  onStored: (upload: Upload, url: string) => void;
  /**
   * Called when an upload finishes after its photo was removed or the queue was closed, so that no form shows
   * it.
   */
  onUnwanted: (url: string) => void;
  /** Called when no photo is waiting or uploading any more. */
  onSettled: (result: { stored: number; failed: number }) => void;
}

const AT_ONCE = 3;

/**
 * Uploads up to `AT_ONCE` photos concurrently. A failed photo stays for a retry while the others continue.
 */
export function createFotoQueue({ send, sentenceOf, onStored, onUnwanted, onSettled }: FotoQueueOptions) {
  let uploads: readonly Upload[] = [];
  /** Maps the public address of a photo to its former object URL. */
  const previews = new Map<string, string>();
  let result = { stored: 0, failed: 0 };
  let settled = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();

  function set(next: readonly Upload[]) {
    uploads = next;
    for (const listener of listeners) listener();
  }

  const change = (preview: string, to: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.preview === preview ? { ...upload, ...to } : upload)));

  const isThere = ({ preview }: Upload) => uploads.some((upload) => upload.preview === preview);
  const drop = (preview: string) => set(uploads.filter((upload) => upload.preview !== preview));
  const isBusy = () => uploads.some(({ state }) => state !== 'failed');

  async function start(upload: Upload) {
    change(upload.preview, { state: 'sending', progress: 0 });
    try {
      const url = await send(upload.file, (progress) => change(upload.preview, { progress }));
      if (isThere(upload)) {
        result.stored++;
        previews.set(url, upload.preview);
        onStored(upload, url);
        drop(upload.preview);
      } else onUnwanted(url);
    } catch (error) {
      if (isThere(upload)) result.failed++;
      change(upload.preview, { state: 'failed', failure: sentenceOf(error) });
    }
    pump();
  }

  function pump() {
    const sending = uploads.filter(({ state }) => state === 'sending').length;
    const waiting = uploads.filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, AT_ONCE - sending)) void start(upload);
    if (isBusy()) return;
    const done = result;
    result = { stored: 0, failed: 0 };
    settled.resolve();
    settled = Promise.withResolvers<void>();
    if (done.stored + done.failed > 0) onSettled(done);
  }

  return {
    add(files: readonly { file: File; preview: string }[]) {
      set([...uploads, ...files.map((each) => ({ ...each, progress: 0, state: 'waiting' as const }))]);
      pump();
    },
    retry(preview: string) {
      change(preview, { state: 'waiting', progress: 0 });
      pump();
    },
    /** Removes a photo. An upload in progress is discarded. */
    drop(preview: string) {
      drop(preview);
      pump();
    },
    /** Drops all photos and reports nothing more. */
    close() {
      result = { stored: 0, failed: 0 };
      set([]);
      pump();
    },
    has: (preview: string) => uploads.some((upload) => upload.preview === preview),
    isBusy,
    /** The stable key of a photo before and after its upload. */
    keyOf: (foto: string) => previews.get(foto) ?? foto,
    /** Waits until no photo is waiting or uploading. */
    whenSettled: () => (isBusy() ? settled.promise : Promise.resolve()),
    current: () => uploads,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
