import { depositos } from '@prumo/contract/depositos.ts';
import { useQuery } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { call } from '#lib/api.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { DecimalField } from '#records/fields/decimal-field.tsx';
import { TextField } from '#records/fields/form-fields.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';
import { useFieldFocusOnOpen } from '#ui/dialog/focus-on-open.ts';
import { FailureState } from '#ui/failure-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { DepositoSelect } from './deposito-select.tsx';
import type { RemessaStart } from './remessa.ts';
import { useRemessa } from './use-remessa.ts';
import { useRemessaStart } from './use-remessa-start.ts';

interface RemessaDialogProps {
  args: readonly string[];
  place: DialogPlace;
}

/** Moves stock from one empresa of the person to another. */
export function RemessaDialog({ args, place }: RemessaDialogProps) {
  const [codigo = '', produtoId = '', paraId = ''] = args;
  const { start, isPending, error, retry } = useRemessaStart({ codigo, produtoId, paraId });
  return (
    <EagerDialog
      title={start ? `Transferir para ${start.para.empresa.nome}` : 'Transferir'}
      {...(start && { text: `${start.de.produto.nome}, de ${start.de.empresa.nome}` })}
      place={place}
    >
      {start ? (
        <Remessa start={start} place={place} />
      ) : error ? (
        <FailureState message={error.message} onRetry={retry} />
      ) : isPending ? (
        <Skeleton />
      ) : (
        <DialogBody>
          <Notice>Esta transferência não é mais possível. Busque o código de novo.</Notice>
        </DialogBody>
      )}
    </EagerDialog>
  );
}

const Skeleton = () => (
  <DialogBody role="status" aria-label="Carregando...">
    <div className="skeleton h-9 shrink-0" />
    <div className="skeleton h-9 shrink-0" />
    <div className="skeleton h-9 shrink-0" />
  </DialogBody>
);

function Remessa({ start, place }: { start: RemessaStart; place: DialogPlace }) {
  const { para } = start;
  const places = useQuery({
    queryKey: [depositos.list.schema.tags[0], para.empresa.id],
    queryFn: ({ signal }) =>
      call(depositos.list, {
        query: { ativo: 'true', ordem: 'nome', limite: 100 },
        empresa: para.empresa.id,
        signal,
      }),
    staleTime: 0,
  });
  if (!places.data)
    return places.error ? (
      <FailureState message={places.error.message} onRetry={places.refetch} />
    ) : (
      <Skeleton />
    );
  if (places.data.itens.length === 0)
    return (
      <DialogBody>
        <Notice>
          {para.empresa.nome} não tem um depósito ativo. Cadastre um lá, em Configuração › Depósito, e
          transfira de novo.
        </Notice>
      </DialogBody>
    );
  return <RemessaForm start={start} places={places.data.itens} place={place} />;
}

interface RemessaFormProps {
  start: RemessaStart;
  places: readonly { id: string; nome: string }[];
  place: DialogPlace;
}

function RemessaForm({ start, places, place }: RemessaFormProps) {
  const { de, para } = start;
  const { form, save, refusal } = useRemessa(start, place.close);
  const { isSubmitting } = form.formState;
  const element = useFieldFocusOnOpen('quantidade');
  return (
    <FormProvider {...form}>
      <form ref={element} noValidate onSubmit={save} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          {refusal && <Notice>{refusal}</Notice>}
          <DecimalField name="quantidade" label="Quantidade" />
          <DepositoSelect
            name="de_deposito_id"
            label={`Sai de um depósito de ${de.empresa.nome}`}
            options={de.produto.depositos.map(({ deposito_id, nome, quantidade }) => ({
              id: deposito_id,
              label: `${nome} (${formatQuantity(quantidade)})`,
            }))}
          />
          <DepositoSelect
            name="para_deposito_id"
            label={`Entra em um depósito de ${para.empresa.nome}`}
            options={places.map(({ id, nome }) => ({ id, label: nome }))}
          />
          <TextField
            name="para_sku"
            label={`SKU do produto em ${para.empresa.nome}`}
            hint="O produto precisa estar cadastrado lá."
            maxLength={100}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={place.cancel}>Cancelar</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Transferir
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}
