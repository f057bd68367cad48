import { type ProdutoEncontrado, produtos } from '@prumo/contract/produtos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ScanBarcode } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { ProblemError, queryOf } from '#lib/api.ts';
import { formatMoney, formatQuantity } from '#lib/numbers/format.ts';
import { Input } from '#ui/form/input.tsx';
import { Spinner } from '#ui/spinner.tsx';

interface ProcuraProps {
  input: RefObject<HTMLInputElement | null>;
  procura: Procura;
  /** Enter without a text: the person goes on to the payment. */
  onNext: () => void;
}

export type Procura = ReturnType<typeof useProcura>;

/** Finds produtos by code, SKU or words. Answers come in the order of the questions, so no fast scan is lost. */
export function useProcura(onFound: (produto: ProdutoEncontrado) => void) {
  const queryClient = useQueryClient();
  const [achados, setAchados] = useState<ProdutoEncontrado[]>();
  const [says, setSays] = useState<string>();
  const [waiting, setWaiting] = useState(0);
  const queue = useRef(Promise.resolve());

  async function ask(busca: string): Promise<void> {
    try {
      const { itens } = await queryClient.fetchQuery({
        ...queryOf(produtos.balcao, { query: { busca } }),
        staleTime: 0,
      });
      const exact = itens.filter(({ codigo }) => codigo !== null);
      const [only] = exact.length === 1 ? exact : itens.length === 1 ? itens : [];
      setAchados(only || itens.length === 0 ? undefined : itens);
      setSays(
        only
          ? `${only.nome} na venda.`
          : itens.length === 0
            ? `Nenhum produto para “${busca}”. Confira o código.`
            : `${itens.length} produtos para “${busca}”. Escolha um.`,
      );
      if (only) onFound(only);
    } catch (error) {
      setSays(error instanceof ProblemError ? error.message : 'A busca falhou. Tente de novo.');
    } finally {
      setWaiting((now) => now - 1);
    }
  }

  return {
    achados,
    says,
    isWaiting: waiting > 0,
    find(busca: string) {
      setWaiting((now) => now + 1);
      queue.current = queue.current.then(() => ask(busca));
    },
    choose(produto: ProdutoEncontrado) {
      setAchados(undefined);
      setSays(`${produto.nome} na venda.`);
      onFound(produto);
    },
    forget: () => setAchados(undefined),
    /** Another sale begins. */
    reset() {
      setAchados(undefined);
      setSays(undefined);
    },
  };
}

/** The field that a scanner fills, and the produtos among which the person chooses. */
export function ProcuraField({ input, procura, onNext }: ProcuraProps) {
  const [text, setText] = useState('');
  const { achados, says, isWaiting } = procura;

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown' && achados) {
      event.preventDefault();
      document.querySelector<HTMLElement>('[data-achado]')?.focus();
    }
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const busca = text.trim();
    setText('');
    if (busca === '') onNext();
    else procura.find(busca);
  }

  return (
    <div className="flex shrink-0 flex-col gap-1.5">
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted">
          {isWaiting ? <Spinner /> : <ScanBarcode aria-hidden className="size-4" />}
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
      {achados && (
        <ul
          aria-label="Peças encontradas"
          className="flex flex-col divide-y overflow-hidden rounded-card border"
        >
          {achados.map((produto) => (
            <li key={produto.id}>
              <button
                type="button"
                data-achado
                className="flex w-full items-center justify-between gap-3 px-3.5 py-2 text-left text-control hover:bg-subtle focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
                onClick={() => {
                  procura.choose(produto);
                  input.current?.focus();
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') {
                    procura.forget();
                    input.current?.focus();
                  }
                  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
                  event.preventDefault();
                  const item = event.currentTarget.parentElement;
                  const next =
                    event.key === 'ArrowDown' ? item?.nextElementSibling : item?.previousElementSibling;
                  const target =
                    next?.querySelector('button') ?? (event.key === 'ArrowUp' ? input.current : null);
                  target?.focus();
                }}
              >
                <span className="min-w-0">
                  <span className="block truncate font-medium">{produto.nome}</span>
                  <span className="block truncate text-meta text-muted">
                    {produto.sku} · {produto.marca_nome}
                  </span>
                </span>
                <span className="shrink-0 text-right">
                  <span className="block font-medium">{formatMoney(produto.preco_venda)}</span>
                  <span className="block text-meta text-muted">
                    {formatQuantity(produto.estoque_inicial)} em estoque
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
