import { FileUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cn } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface XmlChooserProps {
  look: 'primary' | 'outline';
  label: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
  /** One line under the button. */
  children: ReactNode;
}

/** A button that chooses XML files, in an area on which they can be dropped. */
export function XmlChooser({ look, label, multiple = false, onFiles, children }: XmlChooserProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const { over, drop } = useFileDrop(onFiles);
  return (
    <div
      {...drop}
      className={cn(
        'flex flex-col items-center gap-2 rounded-card border border-dashed px-4 py-4 text-center transition-colors',
        over ? 'border-ring bg-accent' : 'border-field',
      )}
    >
      <input
        ref={chooser}
        type="file"
        accept=".xml,text/xml,application/xml"
        multiple={multiple}
        aria-label="XML da nota"
        className="hidden"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Clears the input, so that the same file can be chosen again after it was mended.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button look={look} className="max-md:h-11" onClick={() => chooser.current?.click()}>
        <FileUp aria-hidden />
        {label}
      </Button>
      <p className="text-meta text-muted">{children}</p>
    </div>
  );
}
