import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { EmpresaFoot } from '#features/empresas/empresa-foot.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { useSession, useSwitches } from '#lib/session/session.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { TooltipGroup } from '#ui/tooltip.tsx';
import { fetchPalette, useCommandPalette } from './command-palette-state.ts';
import { Header } from './header.tsx';
import { Prazo } from './prazo.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebar } from './sidebar-state.ts';

const MobilePanel = lazy(() => import('./mobile-panel.tsx').then((m) => ({ default: m.MobilePanel })));

const loadSwitcher = async () => (await import('#features/empresas/switcher.tsx')).Switcher;

const ExclusaoBanner = lazy(async () => ({
  default: (await import('#features/empresas/exclusao-banner.tsx')).ExclusaoBanner,
}));

const CommandPalette = lazy(async () => ({ default: (await fetchPalette()).CommandPalette }));

const loadRemessa = async () => (await import('#features/remessas/remessa-dialog.tsx')).RemessaDialog;

export function AppLayout({ children }: { children: ReactNode }) {
  const palette = useCommandPalette();
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
  const RemessaDialog = useLoaded(remessa.place !== undefined, loadRemessa, 'a transferência', () =>
    remessa.place?.close(),
  );
  const foot = useRef<HTMLButtonElement>(null);
  const main = useRef<HTMLElement>(null);
  const switches = useSwitches();
  const excluiEm = useSession().session?.empresa.exclui_em;
  // The layout is new after a switch of the empresa, and the focus would be lost.
  useEffect(() => {
    if (switches > 0) (foot.current ?? main.current)?.focus();
  }, [switches]);
  return (
    <TooltipGroup delay={400}>
      <a
        href="#conteudo"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2 focus:shadow-float"
      >
        Pular para o conteúdo
      </a>
      <div className="flex h-dvh">
        {!narrow && (
          <Sidebar
            open={open}
            foot={
              <EmpresaFoot ref={foot} expanded={isSwitching} onPress={() => showSwitcher(!isSwitching)} />
            }
          />
        )}
        {panelOpen && (
          <Suspense>
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
          </Suspense>
        )}
        {Switcher && (
          <Switcher open={isSwitching} narrow={narrow} anchor={foot} onClose={() => setSwitching(false)} />
        )}
        {palette.isOpen && (
          <Suspense>
            <CommandPalette
              text={palette.text}
              onType={palette.setText}
              onFocus={palette.takeOver}
              onSend={remessa.open}
              onClose={palette.close}
            />
          </Suspense>
        )}
        {remessa.place && remessa.args && RemessaDialog && (
          <RemessaDialog args={remessa.args} place={remessa.place} />
        )}
        <div className="flex min-w-0 flex-1 flex-col overflow-hidden bg-surface md:my-2 md:mr-2 md:rounded-sheet md:border">
          <Header sidebarShown={narrow ? panelOpen : open} onToggle={toggle} onSearch={palette.show} />
          <Prazo />
          {excluiEm && (
            <Suspense>
              <ExclusaoBanner excluiEm={excluiEm} />
            </Suspense>
          )}
          <main
            ref={main}
            id="conteudo"
            tabIndex={-1}
            className="flex min-h-0 flex-1 flex-col overflow-y-auto focus-visible:-outline-offset-2"
          >
            {children}
          </main>
        </div>
      </div>
    </TooltipGroup>
  );
}
