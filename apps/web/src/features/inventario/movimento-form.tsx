import { depositos } from '@prumo/contract/depositos.ts';
import type { Saldo, Tipo } from '@prumo/contract/movimentos.ts';
import { FormProvider } from 'react-hook-form';
import { cn } from '#lib/class-names.ts';
import type { DialogPlace } from '#lib/dialogs/use-dialog.ts';
import { DecimalField } from '#records/fields/decimal-field.tsx';
import { TextField } from '#records/fields/form-fields.tsx';
import { RecordPicker } from '#records/picker/record-picker.tsx';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog/dialog.tsx';
import { useFieldFocusOnOpen } from '#ui/dialog/focus-on-open.ts';
import { Notice } from '#ui/notice.tsx';
import { saldoAfter } from './saldo-after.ts';
import { SaldoChange } from './saldo-change.tsx';
import { TipoField } from './tipo-field.tsx';
import { useMovimento } from './use-movimento.ts';

interface MovimentoFormProps {
  produtoId: string;
  depositoId: string | undefined;
  tipo: Tipo;
  quantidade: string;
  saldos: readonly Saldo[];
  onRefused: () => void;
  place: DialogPlace;
}

const saldosLook = 'flex flex-col gap-1 rounded-card border bg-bg px-3.5 py-2.5 text-control';

export function MovimentoForm(props: MovimentoFormProps) {
  const { depositoId, saldos, place } = props;
  const { form, typed, save, refusal, saldoIn } = useMovimento({ ...props, onDone: place.close });
  const { isSubmitting } = form.formState;
  // With a quantity, the deposito is what the person has not said yet.
  const firstOpen = props.quantidade && depositoId === undefined ? 'deposito_id' : 'quantidade';
  const element = useFieldFocusOnOpen(firstOpen);

  const { tipo = 'entrada', deposito_id: origem = '', destino_id: destino, quantidade = '' } = typed;
  const fixed = saldos.find(({ deposito_id }) => deposito_id === depositoId);
  return (
    <FormProvider {...form}>
      <form ref={element} noValidate onSubmit={save} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          {refusal && <Notice>{refusal}</Notice>}
          <TipoField />
          {depositoId === undefined && (
            <RecordPicker
              of={depositos}
              // An inactive deposito accepts no entrada, but its remaining stock may leave. An ajuste may
              // lower its stock, and the server refuses an ajuste that raises it.
              narrow={tipo === 'entrada' ? { ativo: 'true' } : {}}
              name="deposito_id"
              label={tipo === 'transferencia' ? 'Depósito de origem' : 'Depósito'}
            />
          )}
          {tipo === 'transferencia' && (
            <RecordPicker
              of={depositos}
              narrow={{ ativo: 'true' }}
              name="destino_id"
              label="Depósito de destino"
              {...(origem && { except: origem })}
            />
          )}
          <DecimalField
            name="quantidade"
            label={tipo === 'ajuste' ? 'Quantidade contada' : 'Quantidade'}
            {...(tipo === 'ajuste' && { hint: 'Quanto há de fato no depósito.' })}
          />
          <TextField name="motivo" label="Motivo (opcional)" maxLength={200} />
          {origem === '' ? (
            <p className={cn(saldosLook, 'text-muted')}>Escolha o depósito para ver o saldo.</p>
          ) : (
            <dl className={saldosLook}>
              <SaldoChange
                deposito={fixed ? fixed.nome : nameIn(saldos, origem)}
                id={origem}
                before={saldoIn(origem)}
                after={saldoAfter(tipo, saldoIn(origem), quantidade)}
              />
              {tipo === 'transferencia' && destino && (
                <SaldoChange
                  deposito={nameIn(saldos, destino)}
                  id={destino}
                  before={saldoIn(destino)}
                  after={saldoAfter('entrada', saldoIn(destino), quantidade)}
                />
              )}
            </dl>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={place.cancel}>Cancelar</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Registrar
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}

const nameIn = (saldos: readonly Saldo[], id: string) =>
  saldos.find(({ deposito_id }) => deposito_id === id)?.nome;
