import type { LinhaDeSeparacao } from '@prumo/contract/pedidos-fila.ts';
import { useEffect, useState } from 'react';
import { beep } from '#lib/beep.ts';
import { useKept } from '#lib/drafts/use-kept.ts';
import { keyOf, readCode } from './reads.ts';

const WRONG_MS = 2000;

/** What was read of a picking list. A reload keeps it. `name` says which list it is. */
export function useLeituras(name: string, linhas: readonly LinhaDeSeparacao[]) {
  const [{ lidas }, keep, forget] = useKept<{ lidas: string[] }>(name, { lidas: [] });
  const [wrong, setWrong] = useState<{ code: string; key: string | undefined }>();
  useEffect(() => {
    if (!wrong) return;
    const timer = setTimeout(() => setWrong(undefined), WRONG_MS);
    return () => clearTimeout(timer);
  }, [wrong]);
  return {
    lidas,
    /** The last wrong piece, for two seconds. Its line is known when there is one too many of it. */
    wrong,
    last: linhas.find((linha) => keyOf(linha) === lidas.at(-1)),
    read(code: string) {
      const read = readCode(linhas, lidas, code);
      if (read.is === 'lida') {
        setWrong(undefined);
        keep({ lidas: [...lidas, read.key] });
        return;
      }
      beep();
      setWrong({ code, key: read.is === 'completa' ? read.key : undefined });
    },
    undo: () => keep({ lidas: lidas.slice(0, -1) }),
    forget,
  };
}
