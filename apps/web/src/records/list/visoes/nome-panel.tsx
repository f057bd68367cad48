import type { RefObject } from 'react';
import { Panel } from '#ui/panel.tsx';
import { SaveAsTab } from './save-as-tab.tsx';

interface NomePanelProps {
  title: string;
  nome: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onSave: (nome: string) => Promise<boolean>;
  onClose: () => void;
}

export function NomePanel({ title, nome, anchor, onSave, onClose }: NomePanelProps) {
  return (
    <Panel label={title} anchor={anchor} align="start" onClose={onClose}>
      <div className="md:w-88">
        <SaveAsTab nome={nome} onSave={onSave} onDone={onClose} onCancel={onClose} />
      </div>
    </Panel>
  );
}
