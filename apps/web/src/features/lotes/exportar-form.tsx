import { COLUNAS_DO_ARQUIVO, type ColunaDoArquivo, NOMES_DAS_COLUNAS } from '@prumo/contract/lotes.ts';
import { type FormEvent, useState } from 'react';
import { ProblemError } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.ts';
import { useRight } from '#lib/session/use-right.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { downloadProdutos } from './download-produtos.ts';
import type { LoteFormProps } from './use-lote-form.ts';

/** Saves the chosen produtos as a CSV. It changes nothing, so no draft is kept. */
export function ExportarForm({ selecao, place }: LoteFormProps) {
  const seesCosts = useRight('ver_custo');
  const offered = NOMES_DAS_COLUNAS.filter((name) => seesCosts || name !== 'custo_unitario');
  const [columns, setColumns] = useState<readonly ColunaDoArquivo[]>(offered);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function save(event: FormEvent) {
    event.preventDefault();
    setRefusal(undefined);
    if (columns.length === 0) return setRefusal('Escolha ao menos uma coluna.');
    setIsBusy(true);
    try {
      await downloadProdutos({ selecao, colunas: [...columns] });
      notifySuccess('Arquivo baixado', 'Abra-o no Excel ou no Google Planilhas.');
      place.close();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setRefusal(error.message);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={save} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        {refusal && <Notice>{refusal}</Notice>}
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 font-medium text-control">Colunas do arquivo (CSV)</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {offered.map((name) => (
              <label
                key={name}
                className="flex min-h-8 cursor-pointer items-center gap-2.5 text-control pointer-coarse:min-h-11"
              >
                <input
                  type="checkbox"
                  className="size-4 accent-primary"
                  checked={columns.includes(name)}
                  onChange={({ target }) =>
                    setColumns(target.checked ? [...columns, name] : columns.filter((each) => each !== name))
                  }
                />
                {COLUNAS_DO_ARQUIVO[name]}
              </label>
            ))}
          </div>
        </fieldset>
      </DialogBody>
      <DialogFooter>
        <Button onClick={place.cancel}>Cancelar</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          Baixar
        </Button>
      </DialogFooter>
    </form>
  );
}
