import { Package } from 'lucide-react';
import { cn } from '#lib/class-names.ts';
import { Thumbnail } from './thumbnail.tsx';

/** The photo of an item whose name is shown beside it, or an icon when it has none. */
export function Photo({ src, className }: { src: string | null; className: string }) {
  if (src) return <Thumbnail src={src} alt="" className={className} />;
  return (
    <span
      aria-hidden
      className={cn(
        'flex shrink-0 items-center justify-center rounded-small border bg-bg text-faint',
        className,
      )}
    >
      <Package className="size-4" />
    </span>
  );
}
