import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { cn } from '#lib/class-names.ts';

interface ThumbnailProps {
  src: string;
  alt: string;
  className: string;
}

/** Shows an icon instead of the browser's broken-image symbol when the address contains no image. */
export function Thumbnail({ src, alt, className }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>();
  const look = cn('base:block shrink-0 base:rounded-small border bg-bg', className);
  if (broken === src) {
    return (
      <span
        role="img"
        aria-label={`${alt} (imagem indisponível)`}
        className={cn(look, 'flex items-center justify-center text-faint')}
      >
        <ImageOff aria-hidden className="size-4" />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      // A pasted address belongs to another site, which must not learn which screen shows its image.
      referrerPolicy="no-referrer"
      className={cn(look, 'base:object-contain')}
      onError={() => setBroken(src)}
    />
  );
}
