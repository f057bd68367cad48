import { LoteForm } from './lote-form.tsx';
import { Sample } from './sample.tsx';
import { type LoteFormProps, useLoteForm } from './use-lote-form.ts';

/** Deletes the chosen produtos. */
export function ExcluirForm(props: LoteFormProps) {
  const made = useLoteForm(props, { defaultValues: {}, mudancaOf: () => ({ tipo: 'excluir' }) });
  return (
    <LoteForm made={made} action="Excluir" look="danger" place={props.place}>
      <p className="text-control">
        Os produtos saem da lista com o seu estoque e ficam na lixeira por 30 dias. Até lá, dá para desfazer.
      </p>
      <Sample selecao={props.selecao} before={({ marca_nome }) => marca_nome} after={() => undefined} />
    </LoteForm>
  );
}
