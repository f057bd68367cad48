import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { call, ProblemError } from '#lib/api.ts';
import { onLapse } from '#lib/lapse.ts';
import { notifyFailure, notifySuccess, notifyUndoable, notifyWarning } from '#lib/notify.tsx';
import { saveKeys } from '#lib/save-key.ts';
import { isSame, type Merge, mergeStale, type StaleChange } from './merge-stale.ts';
import type { Register, Saved, Stored } from './register.ts';
import { useUndo } from './use-undo.ts';

export interface RecordWords {
  create: string;
  edit: string;
  created: string;
  updated: string;
  /** Under the title 'Erro' when a save fails; as a function it decides what of the server's sentence to say. */
  failed: string | ((sentence: string | undefined) => string);
  /** The same when it fails because the session has ended. */
  signedOut: string;
  /** Under the title 'Erro' when the record to edit cannot be loaded; its place in the dialog says why. */
  unread?: string;
  /** Under the title of a new record. */
  about?: string;
  /** On the button, where it is not 'Cadastrar' and 'Atualizar'; and while saving. */
  save?: string;
  saving?: string;
}

interface RecordFormOptions<Row, Input> {
  of: Register<Row, Input>;
  record: Row | undefined;
  blank: Input;
  words: RecordWords;
  /** What a new form shows where that is not what an empty field is saved as. */
  start?: Partial<Input>;
  /** What the form edits of a record, where that is more than its fields of the same name. */
  inputOf?: (record: Row) => Input;
  merges?: Readonly<Record<string, Merge>>;
  /** `readAgain` is for what takes long: it answers with what the form holds by then, or refuses it. */
  beforeSave: ((input: Input, readAgain: () => Promise<Input>) => Promise<Input>) | undefined;
  onSaved: (saved: Saved<Row>) => void;
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
  // The record the form stands on: the one loaded, or after a stale save the one found in its place. No state of a
  // render: a save is sent with what it is by then.
  const base = useRef<{ versao: number | undefined; values: FieldValues }>({
    versao: record?.versao,
    values: record ? inputOf(record) : { ...blank, ...start },
  });
  const gone = useGone();
  const [stale, setStale] = useState<Staleness>();
  const validate = standardSchemaResolver<FieldValues, unknown, Input>(of.create.schema.body);
  const form = useForm<FieldValues, unknown, Input>({
    defaultValues: base.current.values,
    resolver: (values, context, field) => validate(emptyToBlank(values, blank), context, field),
  });

  const save = form.handleSubmit(async (valid) => {
    let told = false;
    let sent = false;
    // The save waits for the person to sign in again; why nothing happens yet is said at once.
    const stopListening = onLapse(() => {
      told = true;
      notifyFailure('Erro', words.signedOut, 'the session is over');
    });
    try {
      const input = beforeSave ? await beforeSave(valid, readAgain) : valid;
      // Given up meanwhile.
      if (gone.current) return;
      sent = true;
      const idempotencyKey = keys.keyFor([input, base.current.versao]);
      const saved =
        record && base.current.versao !== undefined
          ? await call(of.update, {
              params: { id: record.id },
              body: { ...input, versao: base.current.versao },
              idempotencyKey,
            })
          : await call(of.create, { body: input, idempotencyKey });
      keys.forget();
      if (record) {
        notifyUndoable(words.updated, () => undo.mutate({ lote: saved.lote, done: 'Alteração desfeita' }));
      } else notifySuccess(words.created);
      for (const { mensagem } of saved.avisos ?? []) notifyWarning(mensagem);
      // Other registers show its name, or what it holds.
      void queryClient.invalidateQueries();
      // What is open by now may be another form.
      if (!gone.current) onSaved(saved);
    } catch (error) {
      if (sent || !gone.current) explain(error, told);
    } finally {
      stopListening();
    }
  });

  async function readAgain(): Promise<Input> {
    if (await form.trigger()) return of.create.schema.body.parse(emptyToBlank(form.getValues(), blank));
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
    // The contract: `atual` is the record as it is now.
    if (atual) rebase(atual as unknown as Row, alterado_por ?? null);
  }

  function rebase(current: Row, changedBy: string | null) {
    const theirs = inputOf(current);
    const mine = emptyToBlank(form.getValues(), blank);
    const { values, changes } = mergeStale(base.current.values, mine, theirs, merges);
    base.current = { versao: current.versao, values: theirs };
    setStale({ changedBy, changes });
    form.reset(theirs);
    for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
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

  /** The form itself changed the record, outside a save. Had others changed it too, the next save says what. */
  function follow(versao: number, change: (values: FieldValues) => FieldValues) {
    if (base.current.versao === versao - 1) base.current = { versao, values: change(base.current.values) };
  }

  const isChanged = () =>
    !isSame(emptyToBlank(form.getValues(), blank), emptyToBlank(base.current.values, blank));

  return { form, save, stale, takeTheirs, follow, isChanged };
}

/** Whether the form is not on the screen any more. */
function useGone() {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return gone;
}

/** The fields of the form; what a record never shows, a password, starts as in a blank form. */
const fieldsOf = (record: object, blank: object): Record<string, unknown> => {
  const stored = new Map(Object.entries(record));
  return Object.fromEntries(
    Object.entries(blank).map(([name, empty]) => [name, stored.has(name) ? stored.get(name) : empty]),
  );
};

/** A field left empty is saved as it would be in a blank form: null where that is null. */
function emptyToBlank(values: FieldValues, blank: object): FieldValues {
  const empty = new Map(Object.entries(blank));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' ? empty.get(name) : value]),
  );
}
