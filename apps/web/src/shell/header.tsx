import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { ChevronRight, CircleUserRound, LogOut, Moon, PanelLeft, Search, Sun } from 'lucide-react';
import { useUnseen } from '#features/ajuda/seen.ts';
import { cn } from '#lib/class-names.ts';
import { useNamedPage } from '#lib/page-name.ts';
import { useSignOut } from '#lib/session/sign-out.ts';
import { chooseTheme, useTheme } from '#lib/theme.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ajuda, placeOf } from './nav.ts';
import { prefetchPalette } from './palette/command-palette-state.ts';

interface HeaderProps {
  sidebarShown: boolean;
  onToggle: () => void;
  onSearch: () => void;
}

export function Header({ sidebarShown, onToggle, onSearch }: HeaderProps) {
  const navigate = useNavigate();
  const [leaving, signOut] = useSignOut();
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 border-b px-3 md:px-4">
      <IconButton
        label="Alternar menu"
        hint="Alternar menu (Ctrl+B)"
        aria-expanded={sidebarShown}
        onClick={onToggle}
      >
        <PanelLeft />
      </IconButton>
      <Breadcrumb />
      <div className="ml-auto flex items-center gap-1">
        <SearchButton onPress={onSearch} />
        <HelpButton />
        <ThemeToggle />
        <IconButton label="Perfil" onClick={() => navigate({ to: '/perfil' })}>
          <CircleUserRound />
        </IconButton>
        <IconButton label="Sair" disabled={leaving} onClick={signOut}>
          <LogOut />
        </IconButton>
      </div>
    </header>
  );
}

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
const keyLook = 'rounded-small border bg-bg px-1.5 font-sans text-badge';

function SearchButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K"
      className="flex h-8 shrink-0 items-center gap-2 rounded-control text-control text-muted transition-colors hover:bg-subtle hover:text-fg max-md:size-8 max-md:justify-center md:mr-1 md:w-56 md:border md:bg-surface md:px-2.5 md:shadow-control [&_svg]:size-4"
      onPointerEnter={prefetchPalette}
      onFocus={prefetchPalette}
      onClick={onPress}
    >
      <Search aria-hidden />
      <span className="max-md:sr-only">Buscar…</span>
      <span aria-hidden className="ml-auto flex gap-1 max-md:hidden">
        <kbd className={keyLook}>{MODIFIER}</kbd>
        <kbd className={keyLook}>K</kbd>
      </span>
    </button>
  );
}

function Breadcrumb() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const named = useNamedPage();
  const place = placeOf(pathname);
  // An unknown address has no breadcrumb.
  if (place.length === 0) return null;
  return (
    <ol
      aria-label="Onde você está"
      className="flex min-w-0 items-center gap-1.5 text-control before:mr-1.5 before:h-4 before:w-px before:bg-border"
    >
      {place.map(({ label, entry }, index) => {
        const last = index === place.length - 1;
        return (
          <li
            key={label}
            className={cn('flex min-w-0 items-center gap-1.5', !last && 'shrink-0 text-muted max-md:hidden')}
          >
            {entry ? (
              <Link {...entry.link} className="rounded-small hover:text-fg hover:underline">
                {label}
              </Link>
            ) : (
              <span
                className={cn('truncate', last && 'font-medium')}
                {...(last && { 'aria-current': 'location' })}
              >
                {(last && named) || label}
              </span>
            )}
            {!last && <ChevronRight aria-hidden className="size-3.5 shrink-0" />}
          </li>
        );
      })}
    </ol>
  );
}

function HelpButton() {
  const navigate = useNavigate();
  const isUnseen = useUnseen();
  return (
    <IconButton
      label={isUnseen ? 'Ajuda, há novidades' : ajuda.label}
      hint="Ajuda (?)"
      className="relative"
      onClick={() => navigate(ajuda.link)}
    >
      <ajuda.icon />
      {isUnseen && <span aria-hidden className="absolute top-1 right-1 size-1.5 rounded-full bg-primary" />}
    </IconButton>
  );
}

function ThemeToggle() {
  const dark = useTheme() === 'escuro';
  return (
    <IconButton
      label={dark ? 'Usar tema claro' : 'Usar tema escuro'}
      onClick={() => chooseTheme(dark ? 'claro' : 'escuro')}
    >
      {dark ? <Moon /> : <Sun />}
    </IconButton>
  );
}
