import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EmpresaFoot } from '#features/empresas/empresa-foot.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { later } from '#lib/loading/later.tsx';
import { useLoaded } from '#lib/loading/use-loaded.ts';
import { useSession, useSwitches } from '#lib/session/session.ts';
import { Opening } from '#ui/dialog/opening.tsx';
import { Header } from './header.tsx';
import { fetchPalette, useCommandPalette } from './palette/command-palette-state.ts';
import { useNoteRecents } from './palette/record-lists.ts';
import { useKeys } from './palette/use-keys.ts';
import { Prazo } from './prazo.tsx';
import { PrintHead } from './print-head.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebar } from './sidebar-state.ts';
import { useScans } from './use-scans.ts';

const loadPanel = async () => (await import('./mobile-panel.tsx')).MobilePanel;

const loadSwitcher = async () => (await import('#features/empresas/switcher.tsx')).Switcher;

const loadBanner = async () => (await import('#features/empresas/exclusao-banner.tsx')).ExclusaoBanner;

const loadPalette = async () => (await fetchPalette()).CommandPalette;

const RemessaDialog = later(
  async () => (await import('#features/remessas/remessa-dialog.tsx')).RemessaDialog,
);

const Movimento = later(async () => (await import('./palette/movimento.tsx')).Movimento);

const AtalhosDialog = later(async () => (await import('./palette/atalhos-dialog.tsx')).AtalhosDialog);

const stay = () => {};

export function AppLayout({ children }: { children: ReactNode }) {
  const palette = useCommandPalette();
  useScans(palette.scan);
  useNoteRecents();
  const atalhos = useDialog('atalhos');
  useKeys(() => atalhos.open());
  const { narrow, open, panelOpen, toggle, closePanel } = useSidebar();
  const [isSwitching, setSwitching] = useState(false);
  // The switcher asks further questions after its list has closed, so it stays once it has loaded.
  const [isSwitcherWanted, setSwitcherWanted] = useState(false);
  // The switcher shows the form of a new empresa, also after a reload.
  const isCreating = useDialog('nova-empresa').place !== undefined;
  const Switcher = useLoaded(isSwitcherWanted || isCreating, loadSwitcher, 'as empresas', () =>
    setSwitching(false),
  );
  const showSwitcher = (isShown: boolean) => {
    setSwitcherWanted(true);
    setSwitching(isShown);
  };
  const remessa = useDialog('remessa');
  const movimento = useDialog('movimento');
  const foot = useRef<HTMLButtonElement>(null);
  const main = useRef<HTMLElement>(null);
  const switches = useSwitches();
  const excluiEm = useSession().session?.empresa.exclui_em;
  const MobilePanel = useLoaded(panelOpen, loadPanel, 'o menu', closePanel);
  const CommandPalette = useLoaded(palette.isOpen, loadPalette, 'a busca', palette.close);
  const ExclusaoBanner = useLoaded(Boolean(excluiEm), loadBanner, 'o aviso da exclusão', stay);
  // The layout is new after a switch of the empresa, and the focus would be lost.
  useEffect(() => {
    if (switches > 0) (foot.current ?? main.current)?.focus();
  }, [switches]);
  return (
    <>
      <a
        href="#conteudo"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2 focus:shadow-float"
      >
        Pular para o conteúdo
      </a>
      <div className="app-layout flex">
        {!narrow && (
          <Sidebar
            open={open}
            foot={
              <EmpresaFoot ref={foot} expanded={isSwitching} onPress={() => showSwitcher(!isSwitching)} />
            }
          />
        )}
        {MobilePanel && (
          <MobilePanel
            foot={
              <EmpresaFoot
                expanded={false}
                onPress={() => {
                  closePanel();
                  showSwitcher(true);
                }}
              />
            }
            onClose={closePanel}
          />
        )}
        {Switcher && (
          <Switcher open={isSwitching} narrow={narrow} anchor={foot} onClose={() => setSwitching(false)} />
        )}
        {CommandPalette && (
          <CommandPalette
            text={palette.text}
            scanned={palette.scanned}
            onType={palette.setText}
            onFocus={palette.takeOver}
            onSend={remessa.open}
            onClose={palette.close}
          />
        )}
        {remessa.place && remessa.args && (
          <Opening title="Transferir para outra empresa" onClose={remessa.place.close}>
            <RemessaDialog args={remessa.args} place={remessa.place} />
          </Opening>
        )}
        {movimento.place && movimento.args && (
          <Opening title="Movimentar estoque" onClose={movimento.place.close}>
            <Movimento args={movimento.args} place={movimento.place} />
          </Opening>
        )}
        {atalhos.place && (
          <Opening title="Atalhos do teclado" onClose={atalhos.place.close}>
            <AtalhosDialog place={atalhos.place} />
          </Opening>
        )}
        <div className="flex min-w-0 flex-1 flex-col overflow-hidden bg-surface md:my-2 md:mr-2 md:rounded-sheet md:border">
          <Header sidebarShown={narrow ? panelOpen : open} onToggle={toggle} onSearch={palette.show} />
          <Prazo />
          {excluiEm && ExclusaoBanner && <ExclusaoBanner excluiEm={excluiEm} />}
          <main
            ref={main}
            id="conteudo"
            tabIndex={-1}
            className="flex min-h-0 flex-1 flex-col overflow-y-auto focus-visible:-outline-offset-2"
          >
            <PrintHead />
            {children}
          </main>
        </div>
      </div>
    </>
  );
}
