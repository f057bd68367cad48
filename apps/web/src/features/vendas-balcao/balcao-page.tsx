import { vendasBalcao } from '@prumo/contract/vendas-balcao.ts';
import { Link } from '@tanstack/react-router';
import { cn } from '#lib/class-names.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { useMay } from '#lib/session/may.tsx';
import { Opening } from '#ui/dialog/opening.tsx';
import { Page } from '#ui/page.tsx';
import { tabLink, tabLinksLook } from '#ui/tab-link.tsx';
import type { BalcaoSearch } from './balcao-search.ts';
import { ComissoesTab } from './comissoes/comissoes-tab.tsx';
import { Vender } from './venda/vender.tsx';
import { VendasTab } from './vendas/vendas-tab.tsx';

const VendaDialog = later(async () => (await import('./venda-dialog.tsx')).VendaDialog);

const ABAS = { vender: 'Vender', vendas: 'Vendas', comissoes: 'Comissões' } as const;
type Aba = keyof typeof ABAS;

interface BalcaoPageProps {
  search: BalcaoSearch;
  go: (change: BalcaoSearch) => void;
}

/** The counter of the shop: the sale that is being made, the past ones, and what they earn the vendedores. */
export function BalcaoPage({ search, go }: BalcaoPageProps) {
  const maySell = useMay(vendasBalcao.create);
  const venda = useDialog('venda');
  const abas = (Object.keys(ABAS) as Aba[]).filter((aba) => maySell || aba !== 'vender');
  const aba = abas.find((each) => each === search.aba) ?? abas[0] ?? 'vendas';
  return (
    <Page title="Balcão">
      <nav aria-label="Abas do balcão" className={cn(tabLinksLook, 'shrink-0 border-b')}>
        {abas.map((each) => (
          <Link
            key={each}
            to="/vendas/balcao"
            search={{ aba: each === abas[0] ? undefined : each }}
            {...tabLink(each === aba)}
          >
            {ABAS[each]}
          </Link>
        ))}
      </nav>
      {aba === 'vender' && <Vender onSold={(id) => venda.open(id)} />}
      {aba === 'vendas' && <VendasTab search={search} go={go} onOpen={(id) => venda.open(id)} />}
      {aba === 'comissoes' && <ComissoesTab search={search} go={go} onOpen={(id) => venda.open(id)} />}
      {venda.place && (
        <Opening title="Venda" onClose={venda.place.close}>
          <VendaDialog id={venda.args?.[0] ?? ''} place={venda.place} />
        </Opening>
      )}
    </Page>
  );
}
