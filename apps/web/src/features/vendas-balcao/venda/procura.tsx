import { ScanBarcode } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { Input } from '#ui/form/input.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Achados } from './achados.tsx';
import { LeiturasSemPeca } from './leituras-sem-peca.tsx';
import type { Venda } from './use-venda.ts';

interface ProcuraProps {
  input: RefObject<HTMLInputElement | null>;
  venda: Venda;
  /** Enter without a text: the person goes on to the payment. */
  onNext: () => void;
}

/** The field that a scanner fills, and what its codes and searches found. */
export function Procura({ input, venda, onNext }: ProcuraProps) {
  const [text, setText] = useState('');
  const found = useRef<HTMLDivElement>(null);
  const { achados, says, waiting, store } = venda;
  const back = () => input.current?.focus();

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown' && achados) {
      event.preventDefault();
      found.current?.querySelector('button')?.focus();
    }
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const busca = text.trim();
    setText('');
    if (busca === '') onNext();
    else store.find(busca);
  }

  return (
    <div className="flex min-h-0 shrink-0 flex-col gap-1.5">
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted">
          {waiting > 0 ? <Spinner /> : <ScanBarcode aria-hidden className="size-4" />}
        </span>
        <Input
          ref={input}
          data-wants-codes
          aria-label="Leia ou busque a peça"
          placeholder="Leia o código ou busque por SKU, nome ou marca"
          autoComplete="off"
          maxLength={100}
          className="pl-9"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className="text-meta text-muted">
        {says ?? 'A mesma peça de novo soma uma unidade. Enter com a busca vazia vai ao pagamento.'}
      </p>
      <LeiturasSemPeca venda={venda} onDone={back} />
      {achados && (
        <div ref={found}>
          <Achados
            label="Peças encontradas"
            achados={achados}
            onChoose={(produto) => {
              store.choose(produto);
              back();
            }}
            onLeave={(why) => {
              if (why === 'escape') store.forget();
              back();
            }}
          />
        </div>
      )}
    </div>
  );
}
