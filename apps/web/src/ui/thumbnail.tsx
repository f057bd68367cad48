import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { cn } from '#lib/class-names.ts';

interface ThumbnailProps {
  src: string;
  alt: string;
  className: string;
}

/** An address that shows no image gets a quiet sign instead of the browser's broken one. */
export function Thumbnail({ src, alt, className }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>();
  const look = cn('shrink-0 rounded-small border bg-bg', className);
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
      // A pasted address is another site's: it need not learn which screen shows its image.
      referrerPolicy="no-referrer"
      className={cn(look, 'object-contain')}
      onError={() => setBroken(src)}
    />
  );
}
