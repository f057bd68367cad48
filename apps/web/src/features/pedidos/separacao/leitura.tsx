import type { LinhaDeSeparacao } from '@prumo/contract/pedidos-fila.ts';
import { ScanBarcode } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Prazo } from '#features/pedidos/prazo.tsx';
import { momentOf } from '#features/pedidos/prazo-words.ts';
import { Input } from '#ui/form/input.tsx';
import { readOf } from './reads.ts';
import type { useLeituras } from './use-leituras.ts';

interface LeituraProps {
  linhas: readonly LinhaDeSeparacao[];
  leituras: ReturnType<typeof useLeituras>;
  read: number;
  total: number;
  now: number;
}

/** The field that a scanner fills. It keeps the focus, so that the person never has to look for it. */
export function Leitura({ linhas, leituras, read, total, now }: LeituraProps) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { wrong, last, lidas } = leituras;
  const full = linhas.filter((linha) => readOf(linha, lidas) === linha.unidades).length;
  const prazo = linhas.flatMap(({ primeiro_prazo }) => primeiro_prazo ?? []).toSorted()[0];
  useEffect(() => input.current?.focus(), []);
  return (
    <div className="flex shrink-0 flex-col gap-3 md:w-72 print:hidden">
      <section aria-label="Leitura" className="flex flex-col gap-2.5 rounded-card border p-4">
        <p className="flex items-baseline justify-between gap-3 text-meta text-muted">
          <span className="font-semibold text-control text-fg">
            {read} de {total} {total === 1 ? 'unidade' : 'unidades'}
          </span>
          {full} de {linhas.length} {linhas.length === 1 ? 'peça' : 'peças'}
        </p>
        <progress aria-label="Unidades separadas" value={read} max={total} className="sr-only" />
        <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-subtle">
          <div
            className="h-full bg-ok-mark"
            style={{ width: `${total === 0 ? 0 : (read / total) * 100}%` }}
          />
        </div>
        <div className="relative">
          <ScanBarcode
            aria-hidden
            className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
          />
          <Input
            ref={input}
            data-wants-codes
            aria-label="Leia o código da peça"
            placeholder="Leia o código da peça"
            autoComplete="off"
            maxLength={100}
            className="pl-9"
            value={code}
            onChange={({ target }) => setCode(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && code.trim() !== '') {
                leituras.read(code.trim());
                setCode('');
              } else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && code === '') {
                // With text in the field the browser undoes the typing.
                event.preventDefault();
                leituras.undo();
              }
            }}
            // A press on a button may take the focus. A press elsewhere on the page gives it back.
            onBlur={({ relatedTarget }) =>
              relatedTarget === null && requestAnimationFrame(() => input.current?.focus())
            }
          />
        </div>
        <p role="status" className={wrong ? 'font-medium text-bad-fg text-meta' : 'text-meta text-muted'}>
          {wrong
            ? wrong.key
              ? `Peça a mais: ${wrong.code} já está completa. Não contou.`
              : `Peça errada: ${wrong.code} não está nesta lista. Não contou.`
            : last
              ? `Última leitura: ${last.nome ?? last.sku ?? 'peça'}, ${readOf(last, lidas)} de ${last.unidades}. Ctrl+Z desfaz.`
              : 'Peça errada apita e não conta.'}
        </p>
      </section>
      {prazo && (
        <section
          aria-label="Primeiro prazo"
          className="flex items-center justify-between gap-3 rounded-card border p-4 text-control"
        >
          Despachar até {momentOf(prazo, now)}
          <Prazo prazo={prazo} now={now} />
        </section>
      )}
    </div>
  );
}
