import { Copy } from 'lucide-react';
import { Button } from '#ui/button.tsx';

/** Opens the form of a new record that starts as a copy of the open one. On narrow screens only the icon fits. */
export const CopyButton = ({ onPress }: { onPress: () => void }) => (
  <Button look="ghost" onClick={onPress}>
    <Copy aria-hidden />
    <span className="max-md:sr-only">Duplicar</span>
  </Button>
);
