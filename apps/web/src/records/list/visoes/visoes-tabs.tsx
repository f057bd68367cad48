import type { Visao } from '@prumo/contract/visoes.ts';
import { Plus, Users } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { later } from '#lib/loading/later.tsx';
import { formatInteger } from '#lib/numbers/format.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { TabLink } from './tab-link.tsx';
import type { Visoes } from './use-visoes.ts';
import type { Shown } from './visao-place.ts';

const NomePanel = later(async () => (await import('./nome-panel.tsx')).NomePanel);
const ChangedDot = later(async () => (await import('./visao-acts.tsx')).ChangedDot);
const VisaoActs = later(async () => (await import('./visao-acts.tsx')).VisaoActs);
const ChangedActs = later(async () => (await import('./visao-acts.tsx')).ChangedActs);

interface VisoesTabsProps {
  visoes: Visoes;
  aba: Visao | undefined;
  shown: Shown;
  /** The word for the whole list. */
  all: string;
  /** The number of all records, if it is known. */
  total: number | undefined;
  /** Shows a visao as it was saved, or the whole list. */
  onGo: (visao: Visao | undefined) => void;
  /** Saves what the screen shows, under a new name or into the visao. */
  onSave: (nome: string | undefined) => Promise<boolean>;
}

/** The views of a list: the whole list, the person's own views, and those that others share. */
export function VisoesTabs({ visoes, aba, shown, all, total, onGo, onSave }: VisoesTabsProps) {
  const add = useRef<HTMLButtonElement>(null);
  const [naming, setNaming] = useState<'nova' | Visao>();
  return (
    <nav aria-label="Abas" className="-m-1 flex items-center gap-1 overflow-x-auto p-1">
      <TabLink search={{}} current={!aba} onGo={() => onGo(undefined)}>
        {all}
        {total !== undefined && (
          <span className="font-normal text-meta text-muted">{formatInteger(total)}</span>
        )}
      </TabLink>
      {visoes.itens.map((visao) => {
        const isCurrent = visao.id === aba?.id;
        return (
          <TabLink
            key={visao.id}
            search={{ ...visao.endereco, aba: visao.id }}
            current={isCurrent}
            onGo={() => onGo(visao)}
          >
            {visao.nome}
            {visao.compartilhada && (
              <Users role="img" aria-label="compartilhada" className="size-3.5 text-muted" />
            )}
            {isCurrent && (
              <Suspense>
                <ChangedDot visao={visao} shown={shown} />
              </Suspense>
            )}
          </TabLink>
        );
      })}
      {aba?.minha && (
        <Suspense fallback={<span className="size-7 shrink-0" />}>
          <VisaoActs
            visao={aba}
            visoes={visoes}
            onRename={() => setNaming(aba)}
            onRemove={() => {
              onGo(undefined);
              void visoes.remove(aba);
            }}
          />
        </Suspense>
      )}
      <IconButton
        ref={add}
        label="Salvar como aba"
        className="size-7"
        aria-haspopup="dialog"
        onClick={() => setNaming('nova')}
      >
        <Plus />
      </IconButton>
      {aba && (
        <Suspense>
          <ChangedActs
            visao={aba}
            shown={shown}
            onSave={() => void onSave(undefined)}
            onBack={() => onGo(aba)}
          />
        </Suspense>
      )}
      {naming && (
        <Suspense>
          <NomePanel
            title={naming === 'nova' ? 'Salvar como aba' : 'Renomear aba'}
            nome={naming === 'nova' ? '' : naming.nome}
            anchor={add}
            onSave={(nome) => (naming === 'nova' ? onSave(nome) : visoes.update(naming, { nome }))}
            onClose={() => setNaming(undefined)}
          />
        </Suspense>
      )}
    </nav>
  );
}
