import { useContext, useEffect, useRef, useState } from 'react';
import { DialogContext } from '#lib/dialogs/dialog-context.ts';
import { workIsSaved } from '#lib/dialogs/leaving-work.ts';
import type { Work } from '#lib/leaving/unsaved-work.ts';
import { useUnsavedWork } from '#lib/leaving/use-unsaved-work.ts';
import type { saveKeys } from '#lib/save-key.ts';
import { currentSession } from '#lib/session/session.ts';
import {
  type Draft,
  type DraftOwner,
  dropDraft,
  isSameInput,
  readDraft,
  storable,
  writeDraft,
} from './drafts.ts';

type Values = Draft['values'];

interface WorkOptions extends Pick<Work, 'isHeldOpen' | 'words'> {
  /** What the form contains now, and what it contained before the person typed. */
  values: () => Values;
  base: () => Values;
  versao?: () => number | undefined;
  /** The keys of the saves of this form. */
  keys?: ReturnType<typeof saveKeys>;
  /** Shows the draft in the form. Without a draft it shows the base again. */
  restore: (draft: Draft | undefined) => void;
  /** True when something would be lost that the values do not contain, such as a chosen file. */
  isMore?: () => boolean;
  /** True while a save runs whose answer decides. Closing loses nothing then, because the draft stays. */
  isSending?: () => boolean;
}

/** How long typed text may be in the form alone. */
const WRITE_MS = 500;

/**
 * What a form in a dialog promises about typed work: leaving asks first, and a reload or a crash of the tab brings the
 * draft back. Call `done` after a save.
 */
export function useWork(options: WorkOptions) {
  const dialog = useContext(DialogContext);
  const latest = useRef(options);
  const isDone = useRef(false);
  const isGone = useRef(false);
  const [owner] = useState(() => ownerOf(dialog?.home));
  const [draft] = useState(() => owner && readDraft(owner));
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const isTyped = () => !isSameInput(latest.current.values(), latest.current.base());

  useUnsavedWork(
    true,
    () =>
      !isDone.current && !latest.current.isSending?.() && (isTyped() || Boolean(latest.current.isMore?.())),
    {
      isHeldOpen: () => latest.current.isHeldOpen?.() ?? false,
      discard: () => {
        isDone.current = true;
        if (owner) dropDraft(owner);
      },
      words: options.words,
    },
  );

  const announce = dialog?.announce;
  useEffect(() => {
    if (!draft) return;
    latest.current.keys?.resume(draft.chave);
    latest.current.restore(draft);
    announce?.({
      em: draft.em,
      discard: () => {
        if (owner) dropDraft(owner);
        latest.current.restore(undefined);
        announce(undefined);
      },
    });
  }, [draft, owner, announce]);

  useEffect(() => {
    if (!owner) return;
    let written: string | undefined;
    function write() {
      if (!owner || isDone.current || !isOf(owner)) return;
      const { values, base, versao, keys } = latest.current;
      const now = {
        values: storable(values()),
        base: storable(base()),
        versao: versao?.(),
        chave: keys?.last(),
      };
      const text = JSON.stringify(now);
      if (text === written) return;
      written = text;
      if (isSameInput(now.values, now.base)) dropDraft(owner);
      else
        writeDraft(owner, {
          ...now,
          em: draft && isSameInput(now.values, draft.values) ? draft.em : Date.now(),
        });
    }
    const timer = setInterval(write, WRITE_MS);
    addEventListener('pagehide', write);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', write);
      // The form may close during a save. If the save fails, the draft brings the work back.
      write();
    };
  }, [owner, draft]);

  return {
    /** Saved: nothing is left to lose. */
    done: () => {
      isDone.current = true;
      // The same dialog may be open again, with other work.
      if (dialog?.home && !isGone.current) workIsSaved(dialog.home);
      if (owner) dropDraft(owner);
      announce?.(undefined);
    },
  };
}

/** False after a sign-out or a switch of the empresa, when nothing may be written any more. */
function isOf({ usuario, empresa }: DraftOwner) {
  const { session } = currentSession();
  return session?.usuario.id === usuario && session.empresa.id === empresa;
}

function ownerOf(home: DraftOwner['home'] | undefined): DraftOwner | undefined {
  const { session } = currentSession();
  return home && session ? { usuario: session.usuario.id, empresa: session.empresa.id, home } : undefined;
}
