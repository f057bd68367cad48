import { ShoppingBasket } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { sumOf } from '#lib/numbers/decimal.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Frame } from '#ui/table/frame.tsx';
import { Fechamento } from './fechamento.tsx';
import { Itens } from './itens.tsx';
import { PerguntaDialog } from './pergunta-dialog.tsx';
import { Procura } from './procura.tsx';
import { totalsOfRascunho } from './rascunho.ts';
import { useVenda } from './use-venda.ts';

/** A sale from the first scan to its conclusion, with the keyboard alone or with a scanner. */
export function Vender({ onSold }: { onSold: (id: string) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const venda = useVenda((id) => {
    // The dialog of the sale gives the focus back to where it was, and the next sale begins with a scan.
    input.current?.focus();
    onSold(id);
  });
  const { rascunho, store } = venda;
  const pagamento = useRef<HTMLInputElement>(null);
  const totals = totalsOfRascunho(rascunho);
  const unidades = sumOf(rascunho.itens.map(({ quantidade }) => quantidade));
  useScansOf(form, store.find);
  useEffect(() => input.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    store.conclude();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof Element)) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      form.current?.requestSubmit();
    } else if (event.target.matches('td input')) {
      // Enter confirms a quantity or a price. Concluding the sale here would surprise.
      event.preventDefault();
      input.current?.focus();
    } else if (event.target.matches('[role=combobox]')) event.preventDefault();
  }

  return (
    <form
      ref={form}
      data-takes-scans
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
      aria-label="Venda"
      className="flex min-h-0 flex-1 gap-4 max-md:flex-none max-md:flex-col"
    >
      <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 max-md:flex-none">
        <Procura input={input} venda={venda} onNext={() => pagamento.current?.focus()} />
        <Frame>
          {rascunho.itens.length === 0 ? (
            <EmptyState icon={ShoppingBasket}>Leia a primeira peça para começar a venda.</EmptyState>
          ) : (
            <>
              <div className="min-h-0 grow overflow-y-auto">
                <Itens
                  venda={venda}
                  brutos={totals?.itens.map(({ bruto }) => bruto)}
                  onRemoved={() => input.current?.focus()}
                />
              </div>
              <footer className="flex h-10 shrink-0 items-center justify-between gap-3 border-t bg-bg px-3.5 text-meta text-muted">
                {unidades === undefined ? '' : units(unidades)}
                <Button
                  look="ghost"
                  disabled={venda.busy}
                  onClick={() => {
                    store.clear();
                    input.current?.focus();
                  }}
                >
                  Limpar venda
                </Button>
              </footer>
            </>
          )}
        </Frame>
      </div>
      <Fechamento venda={venda} totals={totals} pagamento={pagamento} />
      <PerguntaDialog venda={venda} total={totals?.total} />
    </form>
  );
}

const units = (quantidade: string) =>
  `${formatQuantity(quantidade)} ${quantidade === '1.00' ? 'unidade' : 'unidades'}`;

/** The scans that land outside the search field. */
function useScansOf(form: { current: HTMLElement | null }, onScan: (code: string) => void) {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const listener = (event: Event) => {
      if (event instanceof CustomEvent && typeof event.detail === 'string') scanned(event.detail);
    };
    element.addEventListener('scan', listener);
    return () => element.removeEventListener('scan', listener);
  }, [form]);
}
