import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { call, ProblemError } from '#lib/api.ts';
import type { Draft } from '#lib/drafts/drafts.ts';
import { useWork } from '#lib/drafts/use-work.ts';
import type { Work } from '#lib/leaving/unsaved-work.ts';
import { notifyFailure, notifySuccess, notifyUndoable, notifyWarning } from '#lib/notify.ts';
import { saveKeys } from '#lib/save-key.ts';
import { onLapse } from '#lib/session/lapse.ts';
import { useUndo } from '#records/history/use-undo.ts';
import { type Merge, mergeStale, type StaleChange } from './merge-stale.ts';
import type { Register, Saved, Stored } from './register.ts';
import { requiredOf } from './required.ts';
import { useGone } from './use-gone.ts';

export interface RecordWords {
  create: string;
  edit: string;
  created: string;
  updated: string;
  /**
   * Shown under the title 'Erro' when a save fails. A function receives the server's sentence and decides what to show.
   */
  failed: string | ((sentence: string | undefined) => string);
  /** Shown instead when the save fails because the session has ended. */
  signedOut: string;
  /** Shown under the title 'Erro' when the record cannot be loaded. The dialog itself shows the reason. */
  unread?: string;
  /** Shown under the title of a new record. */
  about?: string;
  /** The label of the submit button, when it is not 'Cadastrar' or 'Atualizar'. */
  save?: string;
  /** The label of the submit button while saving. */
  saving?: string;
}

interface RecordFormOptions<Row, Input> {
  of: Register<Row, Input>;
  record: Row | undefined;
  blank: Input;
  words: RecordWords;
  /**
   * Initial values of a new form that differ from `blank`. An empty field is saved with its value in `blank`.
   */
  start?: Partial<Input>;
  /** Converts a record into form values. Default: the fields of the same name. */
  inputOf?: (record: Row) => Input;
  merges?: Readonly<Record<string, Merge>>;
  /**
   * Runs before the record is sent. After a long preparation it calls `readAgain`, which resolves to the
   * current form values or throws when they are invalid.
   */
  beforeSave: ((input: Input, readAgain: () => Promise<Input>) => Promise<Input>) | undefined;
  onSaved: (saved: Saved<Row>) => void;
  /** What else would be lost, and when the form must stay open. */
  work?: Pick<Work, 'isHeldOpen' | 'words'> & { isMore?: () => boolean };
}

export interface Staleness {
  changedBy: string | null;
  changes: StaleChange[];
}

export function useRecordForm<Row extends Stored, Input extends FieldValues>(
  options: RecordFormOptions<Row, Input>,
) {
  const { of, record, blank, start, words, merges, beforeSave, onSaved } = options;
  const inputOf = options.inputOf ?? ((stored: Row) => fieldsOf(stored, blank));
  const queryClient = useQueryClient();
  const undo = useUndo();
  const [keys] = useState(saveKeys);
  // The record the form is based on: the loaded one, or the newer one after a stale save. It is a ref, because a save
  // must send the latest version and not the one of a past render.
  const base = useRef<{ versao: number | undefined; values: FieldValues }>({
    versao: record?.versao,
    values: record ? inputOf(record) : { ...blank, ...start },
  });
  const gone = useGone();
  const [stale, setStale] = useState<Staleness>();
  const fields = fieldSchemaOf(of);
  const validate = standardSchemaResolver<FieldValues, unknown, Input>(fields);
  const form = useForm<FieldValues, unknown, Input>({
    defaultValues: base.current.values,
    resolver: (values, context, field) => validate(emptyToBlank(values, blank), context, field),
  });

  const work = useWork({
    ...options.work,
    values: () => form.getValues(),
    base: () => base.current.values,
    versao: () => base.current.versao,
    keys,
    restore,
  });

  const create = (body: Input, idempotencyKey: string): Promise<Saved<Row>> => {
    if (!of.create) throw new Error('this record is only edited');
    return call(of.create, { body, idempotencyKey });
  };

  const save = form.handleSubmit(async (valid) => {
    let told = false;
    let sent = false;
    // The save waits for the person to sign in again. The toast says immediately why nothing happens yet.
    const stopListening = onLapse(() => {
      told = true;
      notifyFailure('Erro', words.signedOut, 'the session is over');
    });
    try {
      const input = beforeSave ? await beforeSave(valid, readAgain) : valid;
      // The person closed the form meanwhile.
      if (gone.current) return;
      sent = true;
      const idempotencyKey = keys.keyFor([input, base.current.versao]);
      const saved: Saved<Row> =
        record && base.current.versao !== undefined
          ? await call(of.update, {
              params: { id: record.id },
              body: { ...input, versao: base.current.versao },
              idempotencyKey,
            })
          : await create(input, idempotencyKey);
      keys.forget();
      work.done();
      const { lote } = saved;
      if (record && lote) {
        notifyUndoable(words.updated, () => undo.mutate({ lote, done: 'Alteração desfeita' }));
      } else notifySuccess(record ? words.updated : words.created);
      for (const { mensagem } of saved.avisos ?? []) notifyWarning(mensagem);
      // Other registers show this record's name or content.
      void queryClient.invalidateQueries();
      // Another form may be open by now.
      if (!gone.current) onSaved(saved);
    } catch (error) {
      if (sent || !gone.current) explain(error, told);
    } finally {
      stopListening();
    }
  });

  async function readAgain(): Promise<Input> {
    if (await form.trigger()) return fields.parse(emptyToBlank(form.getValues(), blank));
    throw new ProblemError({ codigo: 'invalid', mensagem: 'Confira os campos marcados.', pedido: '-' }, 0);
  }

  function explain(error: unknown, told: boolean) {
    const sentence = error instanceof ProblemError ? error.message : undefined;
    const isWordless = !(error instanceof ProblemError) || error.wordless;
    const failed =
      typeof words.failed === 'string' ? words.failed : words.failed(isWordless ? undefined : sentence);
    if (!(error instanceof ProblemError)) return notifyFailure('Erro', failed, error);
    const { codigo, campos, atual, alterado_por } = error.problem;
    const signedOut = codigo === 'unauthenticated';
    if (signedOut && told) return;
    notifyFailure('Erro', signedOut ? words.signedOut : failed, error, signedOut ? undefined : sentence);
    for (const [name, message] of Object.entries(campos ?? {})) {
      const [field = name] = name.split('.');
      if (field in blank) form.setError(name, { message }, { shouldFocus: true });
    }
    // By contract `atual` is the current record.
    if (atual) rebase(atual as unknown as Row, alterado_por ?? null);
  }

  function rebase(current: Row, changedBy: string | null) {
    const theirs = inputOf(current);
    const mine = form.getValues();
    const { values, changes } = mergeStale(base.current.values, emptyToBlank(mine, blank), theirs, merges);
    base.current = { versao: current.versao, values: theirs };
    setStale({ changedBy, changes });
    form.reset(theirs);
    for (const [name, value] of Object.entries({ ...beingTyped(mine), ...values }))
      form.setValue(name, value, { shouldDirty: true });
  }

  /** Shows a draft. If the record changed since, the same rules apply as after a stale save. */
  function restore(draft: Draft | undefined) {
    form.reset(base.current.values);
    setStale(undefined);
    if (!draft) return;
    const theirs = base.current.values;
    const isStale = record !== undefined && draft.versao !== base.current.versao;
    const merged = isStale
      ? mergeStale(draft.base, emptyToBlank({ ...draft.base, ...draft.values }, blank), theirs, merges)
      : { values: knownTo(theirs, draft.values), changes: [] };
    if (isStale) setStale({ changedBy: null, changes: merged.changes });
    const shown = { ...beingTyped(draft.values), ...merged.values };
    for (const [name, value] of Object.entries(shown)) form.setValue(name, value, { shouldDirty: true });
  }

  function takeTheirs({ field, to }: StaleChange) {
    form.setValue(field, to, { shouldDirty: true });
    setStale(
      (before) =>
        before && {
          ...before,
          changes: before.changes.map((change) =>
            change.field === field ? { ...change, kept: false } : change,
          ),
        },
    );
  }

  /**
   * Records a change that the form itself made outside a save. If another person also changed the record, the next save
   * reports it.
   */
  function follow(versao: number, change: (values: FieldValues) => FieldValues) {
    if (base.current.versao === versao - 1) base.current = { versao, values: change(base.current.values) };
  }

  return { form, save, required: requiredOf(fields, blank), stale, takeTheirs, follow };
}

/** Ends the name of a text that is being typed and is not a field of the record yet, such as the next code of a list. */
export const BEING_TYPED = '_digitado';

const beingTyped = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name.endsWith(BEING_TYPED)));

const knownTo = (record: object, values: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in record));

function fieldSchemaOf<Row, Input>({ create, input }: Register<Row, Input>): z.ZodMiniType<Input, Input> {
  const schema = create?.schema.body ?? input;
  if (!schema) throw new Error('a register without a schema of its fields');
  return schema;
}

/** Selects the form's fields from a record. A field the record never contains, such as a password, starts blank. */
const fieldsOf = (record: object, blank: object): Record<string, unknown> => {
  const stored = new Map(Object.entries(record));
  return Object.fromEntries(
    Object.entries(blank).map(([name, empty]) => [name, stored.has(name) ? stored.get(name) : empty]),
  );
};

/**
 * Replaces an empty text by the field's value in `blank`, which may be null. Leaves out what is still being typed,
 * because the record has no such field.
 */
function emptyToBlank(values: FieldValues, blank: object): FieldValues {
  const empty = new Map(Object.entries(blank));
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !name.endsWith(BEING_TYPED))
      .map(([name, value]) => [name, value === '' ? empty.get(name) : value]),
  );
}
