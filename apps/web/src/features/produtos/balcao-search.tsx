import { produtos } from '@prumo/contract/produtos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ScanBarcode, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ProblemError, queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { WordsLimit } from '#records/list/words-limit.tsx';
import { inputLook } from '#ui/form/input.tsx';
import { useTypedText } from '#ui/form/typed-text.ts';
import { useSlash } from '#ui/form/use-slash.ts';
import { Spinner } from '#ui/spinner.tsx';
import type { ProdutosPlace } from './produtos-search.ts';

const PAUSE = 100;

interface BalcaoSearchProps extends ProdutosPlace {
  onOpen: (id: string) => void;
  input: RefObject<HTMLInputElement | null>;
}

/** Typing filters the list. Enter, which a scanner also sends, opens the matching produto. */
export function BalcaoSearch({ search, go, onOpen, input }: BalcaoSearchProps) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<string>();
  const [answer, setAnswer] = useState<string>();
  const latest = useRef('');
  const { text, setText, send, clear } = useTypedText({
    value: search.busca ?? '',
    onSend: (busca) => go({ busca: busca || undefined, cursor: undefined }, { replace: true }),
    pause: PAUSE,
  });

  // A late answer must not navigate away from another screen or produto.
  useEffect(() => {
    if (!search.abrir) return;
    latest.current = '';
    setAsked(undefined);
  }, [search.abrir]);
  useEffect(
    () => () => {
      latest.current = '';
    },
    [],
  );

  useSlash(() => input.current);

  async function open(typed: string) {
    const busca = typed.trim();
    if (busca === '') return;
    send(typed);
    // Selects the text, so that the next scan replaces it.
    input.current?.select();
    latest.current = busca;
    setAsked(busca);
    setAnswer(undefined);
    try {
      const { itens } = await queryClient.fetchQuery({
        ...queryOf(produtos.balcao, { query: { busca } }),
        staleTime: 0,
      });
      if (latest.current !== busca) return;
      const exact = itens.filter(({ codigo }) => codigo !== null);
      const meant = exact.length === 1 ? exact[0] : itens.length === 1 ? itens[0] : undefined;
      if (meant) onOpen(meant.id);
      else
        setAnswer(
          itens.length === 0 ? `Nenhum produto para “${busca}”` : 'Mais de um produto. Escolha na lista.',
        );
    } catch (error) {
      if (latest.current !== busca) return;
      setAnswer(error instanceof ProblemError ? error.message : 'A busca falhou. Tente de novo.');
    } finally {
      if (latest.current === busca) setAsked(undefined);
    }
  }

  function type(next: string) {
    // Invalidates the pending answer, because the text has changed.
    latest.current = '';
    setAsked(undefined);
    setAnswer(undefined);
    setText(next);
  }

  return (
    <div className="flex min-w-0 grow basis-40 flex-col gap-1 md:max-w-79 min-[90rem]:max-w-92">
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-muted">
          {asked === undefined ? <ScanBarcode aria-hidden className="size-4" /> : <Spinner />}
        </span>
        <input
          ref={input}
          type="search"
          data-wants-codes
          aria-label="Busca de balcão"
          aria-keyshortcuts="/"
          placeholder="Busca de balcão: código, SKU, nome ou marca"
          maxLength={100}
          autoComplete="off"
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && void open(event.currentTarget.value)}
          className={cn(
            inputLook,
            'h-9 border-border px-8 shadow-control md:h-8 md:text-control [&::-webkit-search-cancel-button]:hidden',
          )}
        />
        {text === '' && (
          <kbd
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-2 my-auto flex h-5 items-center rounded-small border px-1.5 font-sans text-badge text-muted max-md:hidden"
          >
            /
          </kbd>
        )}
        {text !== '' && (
          <button
            type="button"
            aria-label="Limpar busca"
            className="absolute inset-y-0 right-1 my-auto flex size-6 items-center justify-center rounded-small text-muted hover:bg-subtle hover:text-fg"
            onClick={() => {
              type('');
              clear();
              input.current?.focus();
            }}
          >
            <X aria-hidden className="size-3.5" />
          </button>
        )}
      </div>
      <p role="status" className="text-control text-warn-fg empty:hidden">
        {answer}
      </p>
      <WordsLimit busca={text} />
    </div>
  );
}
