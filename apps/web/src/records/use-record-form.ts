import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { call, ProblemError } from '#lib/api.ts';
import { onLapse } from '#lib/lapse.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '#lib/notify.tsx';
import { saveKeys } from '#lib/save-key.ts';
import { mergeStale, type StaleChange } from './merge-stale.ts';
import type { Register, Stored } from './register.ts';

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
  beforeSave: ((input: Input) => Promise<Input>) | undefined;
  onSaved: () => void;
}

export interface Staleness {
  changedBy: string | null;
  changes: StaleChange[];
}

export function useRecordForm<Row extends Stored, Input extends FieldValues>(
  options: RecordFormOptions<Row, Input>,
) {
  const { of, record, blank, words, beforeSave, onSaved } = options;
  const queryClient = useQueryClient();
  const [keys] = useState(saveKeys);
  // The record the form stands on: the one loaded, or after a stale save the one found in its place.
  const [base, setBase] = useState(() => ({
    versao: record?.versao,
    values: record ? fieldsOf(record, blank) : { ...blank },
  }));
  const [stale, setStale] = useState<Staleness>();
  const validate = standardSchemaResolver<FieldValues, unknown, Input>(of.create.schema.body);
  const form = useForm<FieldValues, unknown, Input>({
    defaultValues: base.values,
    resolver: (values, context, field) => validate(emptyToBlank(values, blank), context, field),
  });

  const save = form.handleSubmit(async (valid) => {
    let told = false;
    // The save waits for the person to sign in again; why nothing happens yet is said at once.
    const stopListening = onLapse(() => {
      told = true;
      notifyFailure('Erro', words.signedOut, 'the session is over');
    });
    try {
      const input = beforeSave ? await beforeSave(valid) : valid;
      const idempotencyKey = keys.keyFor([input, base.versao]);
      const saved =
        record && base.versao !== undefined
          ? await call(of.update, {
              params: { id: record.id },
              body: { ...input, versao: base.versao },
              idempotencyKey,
            })
          : await call(of.create, { body: input, idempotencyKey });
      keys.forget();
      notifySuccess(record ? words.updated : words.created);
      for (const { mensagem } of saved.avisos ?? []) notifyWarning(mensagem);
      void queryClient.invalidateQueries({ queryKey: [of.create.schema.tags[0]] });
      onSaved();
    } catch (error) {
      explain(error, told);
    } finally {
      stopListening();
    }
  });

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
      if (name in blank) form.setError(name, { message }, { shouldFocus: true });
    }
    if (atual) rebase(atual, alterado_por ?? null);
  }

  function rebase(current: Readonly<Record<string, unknown>>, changedBy: string | null) {
    const theirs = fieldsOf(current, blank);
    const mine = emptyToBlank(form.getValues(), blank);
    const { values, changes } = mergeStale(base.values, mine, theirs);
    setBase({ versao: Number(current['versao']), values: theirs });
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

  return { form, save, stale, takeTheirs };
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
