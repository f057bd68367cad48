import { Toaster as Sonner } from 'sonner';
import { useNarrowScreen } from '#lib/media.ts';
import { useTheme } from '#lib/theme.ts';

/** Its label 'Notifications' and Alt+T are what the specification asks for, and Sonner's defaults. */
export function Toaster() {
  const theme = useTheme();
  const position = useNarrowScreen() ? 'top-center' : 'bottom-right';
  return (
    <Sonner
      theme={theme === 'escuro' ? 'dark' : 'light'}
      position={position}
      duration={5000}
      // Above the pager of a list, which must stay in reach.
      offset={{ bottom: 84, right: 32 }}
    />
  );
}
