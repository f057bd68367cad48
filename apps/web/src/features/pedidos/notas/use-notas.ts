import type { EnvioDaNota } from '@prumo/contract/notas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ProblemError } from '#lib/api.ts';
import {
  answeredLinha,
  assignLinha,
  isReady,
  isUnread,
  type Linha,
  MAX_ARQUIVOS,
  newLinha,
  readLinha,
  withGuesses,
} from './linhas.ts';
import { readNota, sendNota } from './send-nota.ts';

/** The files that are on their way at once. The marketplace answers each in about a second. */
const LANES = 3;

/** Many notes: each is read, gets its parcel, and is sent. A file that fails stops no other one. */
export function useNotas() {
  const queryClient = useQueryClient();
  const [linhas, show] = useState<readonly Linha[]>([]);
  // The work goes on between two renders, so it needs the rows as they are.
  const now = useRef<readonly Linha[]>([]);
  const [isSending, setSending] = useState(false);
  /** The sentence of the failure that ended the run, because every other file would fail in the same way. */
  const [parou, setParou] = useState<string>();
  const [sobraram, setSobraram] = useState(0);

  function set(next: readonly Linha[]) {
    now.current = withGuesses(next);
    show(now.current);
  }
  const change = (id: string, to: (linha: Linha) => Linha) =>
    set(now.current.map((linha) => (linha.id === id ? to(linha) : linha)));

  async function read(linha: Linha): Promise<void> {
    try {
      const leitura = await readNota(linha.file);
      change(linha.id, (each) => readLinha(each, leitura));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      change(linha.id, (each) => ({ ...each, fase: 'falha', mensagem: error.message }));
    }
  }

  const readAll = (rows: readonly Linha[]) =>
    void inLanes(rows, async (linha) => {
      await read(linha);
      return true;
    });

  async function send({ id, file, envio, key: known, mesmoAssim }: Linha): Promise<boolean> {
    if (!envio) return true;
    const key = known || crypto.randomUUID();
    change(id, (each) => ({ ...each, fase: 'enviando', key, mensagem: undefined }));
    try {
      const answer = await sendNota(envio, file, { mesmoAssim, key, onProgress: () => {} });
      change(id, (each) => answeredLinha(each, answer));
      return true;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      change(id, (each) => ({ ...each, fase: 'falha', mensagem: error.message }));
      // Without a network, or beyond the rate limit, the next file would fail too.
      if (error.status !== 0 && error.status !== 429) return true;
      setParou(error.message);
      return false;
    }
  }

  async function sendSeveral(rows: readonly Linha[]): Promise<void> {
    setSending(true);
    setParou(undefined);
    await inLanes(rows, send);
    setSending(false);
    await queryClient.invalidateQueries({ queryKey: ['pedidos'] });
    void queryClient.invalidateQueries({ queryKey: ['inicio'] });
  }

  return {
    linhas,
    isSending,
    parou,
    sobraram,
    add(files: readonly File[]) {
      const room = MAX_ARQUIVOS - now.current.length;
      setSobraram(Math.max(0, files.length - room));
      const added = files.slice(0, room).map((file) => newLinha(crypto.randomUUID(), file));
      set([...now.current, ...added]);
      readAll(added);
    },
    assign: (id: string, envio: EnvioDaNota | undefined) => change(id, (each) => assignLinha(each, envio)),
    remove: (id: string) => set(now.current.filter((linha) => linha.id !== id)),
    sendReady: () => void sendSeveral(now.current.filter((linha) => isReady(linha, now.current))),
    /** Sends a refused note nevertheless. */
    insist(id: string) {
      change(id, (each) => ({ ...each, mesmoAssim: true }));
      void sendSeveral(now.current.filter((linha) => linha.id === id));
    },
    /** Reads the files again of which the server has read nothing. */
    readAgain() {
      const unread = now.current.filter(isUnread).map(({ id, file }) => newLinha(id, file));
      for (const linha of unread) change(linha.id, () => linha);
      readAll(unread);
    },
  };
}

/** Works on a few items at once, until one says to stop. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<boolean>): Promise<void> {
  const rest = [...items];
  const lane = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift())
      if (!(await work(item))) rest.length = 0;
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
