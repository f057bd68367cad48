import { Tooltip as Base } from '@base-ui/react/tooltip';

interface TooltipPopupProps {
  text: string;
  anchor: Element;
  onClose: () => void;
}

/** The hint beside an element. It is open while it is mounted. */
export function TooltipPopup({ text, anchor, onClose }: TooltipPopupProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={4} className="z-50">
          <Base.Popup className="whitespace-pre-line rounded-small bg-fg px-2 py-1 font-medium text-bg text-meta shadow-float transition-opacity duration-100 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
