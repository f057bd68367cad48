import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { minhasEmpresas } from '@prumo/contract/minhas-empresas.ts';
import type { ProdutoEncontrado } from '@prumo/contract/produtos.ts';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { queryOf } from '#lib/api.ts';
import { useLoaded } from '#lib/loading/use-loaded.ts';
import { Button } from '#ui/button.tsx';
import { overlayLook } from '#ui/dialog/dialog-look.ts';
import { Spinner } from '#ui/spinner.tsx';
import { type Found, keyOf, nameOf, PaletteItem } from './palette-item.tsx';
import { type Group, useGroups } from './use-groups.ts';
import { useOpenFound } from './use-open-found.ts';

interface CommandPaletteProps {
  /** Owned by the parent, so that the palette opens with the last search selected. */
  text: string;
  onType: (text: string) => void;
  /** A scanned code, whose produto opens without another key. */
  scanned: { code: string; n: number } | undefined;
  /** Returns true when the person has already started typing. */
  onFocus: () => boolean;
  /** Called with what the address names of a remessa, when the person wants one. The palette is closed then. */
  onSend: (...remessa: string[]) => void;
  onClose: () => void;
}

const loadOutras = async () => (await import('#features/remessas/outras-empresas.tsx')).OutrasEmpresas;
const stay = () => {};

/**
 * The code to look for in the other empresas: a text that is the code of a produto here, or that finds no produto here
 * and has a digit.
 */
const codigoOf = (text: string, found: readonly ProdutoEncontrado[]) =>
  found.some(({ codigo }) => codigo !== null) || (found.length === 0 && /\d/.test(text)) ? text.trim() : '';

export function CommandPalette({ text, onType, scanned, onFocus, onSend, onClose }: CommandPaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  const { groups, produtos, findCertain, isCommand, refusal, isAnswered, isFirstKnown, failure } =
    useGroups(text);
  const openFound = useOpenFound();
  const hasSeveral = (useQuery(queryOf(minhasEmpresas.list)).data?.itens.length ?? 0) > 1;
  const codigo = hasSeveral && isAnswered && !failure && !isCommand ? codigoOf(text, produtos) : '';
  const Outras = useLoaded(codigo !== '', loadOutras, 'o estoque das outras empresas', stay);

  function open(item: Found) {
    onClose();
    openFound(item);
  }

  async function openUnseen() {
    const certain = await findCertain();
    if (certain) open(certain);
    // There are no results or several, so the text is selected and the next scan replaces it.
    else if (certain === null) input.current?.select();
  }

  const openScanned = useEffectEvent(() => void openUnseen());
  useEffect(() => {
    if (scanned) openScanned();
  }, [scanned]);

  function onKeyDown(event: KeyboardEvent & { preventBaseUIHandler: () => void }) {
    if (event.key !== 'Enter') return;
    // Base UI opens the line that it highlights.
    if (isFirstKnown && event.currentTarget.hasAttribute('aria-activedescendant')) return;
    event.preventDefault();
    event.preventBaseUIHandler();
    const first = groups[0]?.items[0];
    if (!isFirstKnown) void openUnseen();
    // Base UI highlights the first line a moment after it is visible.
    else if (first) open(first);
    else input.current?.select();
  }

  const isNothing = isAnswered && text.trim() !== '' && groups.length === 0 && !failure;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlayLook} />
        <Dialog.Popup
          aria-label="Busca de balcão"
          initialFocus={input}
          // An open dialog below would also handle Escape and close.
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onClose();
          }}
          className="fixed inset-x-2 top-2 z-40 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-[40rem] flex-col overflow-hidden rounded-sheet border bg-raised shadow-float transition-[opacity,scale] duration-150 focus-visible:outline-none data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0 md:top-24 md:max-h-[min(36rem,calc(100dvh-8rem))]"
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={groups}
            value={text}
            itemToStringValue={nameOf}
            onValueChange={(value, { reason }) => {
              // Base UI also reports the name of a chosen item, which must not replace the typed text.
              if (reason === 'input-change' || reason === 'input-clear') onType(value);
            }}
          >
            <div className="flex h-13 shrink-0 items-center gap-3 pr-3 pl-4">
              {isAnswered || failure ? (
                <Search aria-hidden className="size-4 shrink-0 text-muted" />
              ) : (
                <Spinner className="shrink-0 text-muted" />
              )}
              <Autocomplete.Input
                ref={input}
                data-wants-codes
                aria-label="Buscar produtos e telas"
                placeholder="Código, SKU, nome, marca ou tela"
                maxLength={100}
                autoComplete="off"
                spellCheck={false}
                className="h-full min-w-0 flex-1 bg-transparent text-touch outline-none md:text-body"
                onFocus={({ currentTarget }) => {
                  if (onFocus()) currentTarget.setSelectionRange(text.length, text.length);
                  else currentTarget.select();
                }}
                onKeyDown={onKeyDown}
              />
              <Dialog.Close
                aria-label="Fechar"
                className="flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-subtle hover:text-fg"
              >
                <X aria-hidden className="size-4" />
              </Dialog.Close>
            </div>
            <div className="min-h-0 overflow-y-auto overscroll-contain border-t">
              <div role="status" className="px-4 text-control text-muted not-empty:py-3">
                {refusal ?? (isNothing && `Nenhum produto encontrado para “${text.trim()}”`)}
              </div>
              {failure && (
                <div role="alert" className="flex items-center justify-between gap-3 px-4 py-3 text-control">
                  {failure.message}
                  <Button onClick={() => void failure.retry()}>Tentar de novo</Button>
                </div>
              )}
              <Autocomplete.List
                aria-label="Resultados"
                aria-busy={!isAnswered}
                className="p-1.5 data-empty:hidden"
              >
                {(group: Group) => (
                  <Autocomplete.Group key={group.label} items={group.items}>
                    <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-meta text-muted">
                      {group.label}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: Found) => (
                        <PaletteItem key={keyOf(item)} item={item} onOpen={() => open(item)} />
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              {Outras && codigo && (
                <Outras
                  codigo={codigo}
                  onSend={(start) => {
                    onClose();
                    onSend(codigo, start.de.produto.id, start.para.empresa.id);
                  }}
                />
              )}
            </div>
            <p className="shrink-0 border-t px-4 py-2 text-meta text-muted max-md:hidden">
              Digite também “entrada 10 CÓDIGO”, “nova marca Nome” ou “?” para ver os atalhos.
            </p>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
