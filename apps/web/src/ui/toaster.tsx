import { Toaster as Sonner } from 'sonner';
import { useNarrowScreen } from '#lib/media.ts';
import { useTheme } from '#lib/theme.ts';

/** The specification requires the label 'Notifications' and the shortcut Alt+T, which are Sonner's defaults. */
export function Toaster() {
  const theme = useTheme();
  const position = useNarrowScreen() ? 'top-center' : 'bottom-right';
  return (
    <Sonner
      theme={theme === 'escuro' ? 'dark' : 'light'}
      position={position}
      duration={5000}
      // Keeps the pager of a list reachable below the toast.
      offset={{ bottom: 84, right: 32 }}
    />
  );
}
