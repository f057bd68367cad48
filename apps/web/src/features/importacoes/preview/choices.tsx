import { depositos } from '@prumo/contract/depositos.ts';
import { fornecedores } from '@prumo/contract/fornecedores.ts';
import { type Importacao, InicioDeImportacao } from '@prumo/contract/importacoes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { counted, planOf } from '#features/importacoes/anuncios/anuncio-words.ts';
import { useStart } from '#features/importacoes/use-importacao-acts.ts';
import { ProblemError } from '#lib/api.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { useLoaded } from '#lib/loading/use-loaded.ts';
import { NOVO } from '#records/list/list-search.ts';
import { namedOf } from '#records/picker/pickable.ts';
import { RecordCombobox } from '#records/picker/record-combobox.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/form/field.tsx';
import { Switch } from '#ui/form/switch.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { CategoriasMap } from './categorias-map.tsx';
import { useCreateDeposito } from './create-deposito.ts';
import { useGuessedDeposito } from './use-guessed-deposito.ts';
import { useOnlyOne } from './use-only-one.ts';

const fornecedorDialog = async () =>
  (await import('#features/fornecedores/fornecedor-dialog.tsx')).FornecedorDialog;

/** Undefined means not chosen yet, null means cleared. */
export type Chosen = { [Name in keyof InicioDeImportacao]?: InicioDeImportacao[Name] | null };

interface ChoicesProps {
  importacao: Importacao;
  last: Importacao | undefined;
  chosen: Chosen;
  onChoose: (change: Chosen) => void;
  onBack: () => void;
  /** Called when the importacao has begun. */
  onStarted: () => void;
  /** Called when some matches still need a person's confirmation. */
  onUndecided: () => void;
}

/** Asks for the deposito that receives the stock, and for the other required data of a produto. */
export function Choices({
  importacao,
  last,
  chosen,
  onChoose,
  onBack,
  onStarted,
  onUndecided,
}: ChoicesProps) {
  const { id, contagem } = importacao;
  const queryClient = useQueryClient();
  const createDeposito = useCreateDeposito();
  const start = useStart(id);
  const guessedDeposito = useGuessedDeposito(last?.deposito_id);
  const onlyFornecedor = useOnlyOne(fornecedores);
  const depositoInput = useRef<HTMLInputElement>(null);
  const fornecedorInput = useRef<HTMLInputElement>(null);
  const [isTried, setTried] = useState(false);
  const newFornecedor = useDialog('fornecedor');
  const FornecedorDialog = useLoaded(
    newFornecedor.place !== undefined,
    fornecedorDialog,
    'o cadastro de fornecedor',
    () => newFornecedor.place?.close(),
  );
  const either = (mine: string | null | undefined, guess: string | null) =>
    mine === undefined ? guess : mine;
  const deposito_id = either(chosen.deposito_id, guessedDeposito);
  const fornecedor_id = either(chosen.fornecedor_id, last?.fornecedor_id ?? onlyFornecedor);
  const estoque_full = chosen.estoque_full ?? false;
  const read = InicioDeImportacao.safeParse({ deposito_id, fornecedor_id, estoque_full });
  const errorOf = (name: keyof InicioDeImportacao) =>
    (isTried ? read.error?.issues.find(({ path }) => path[0] === name)?.message : undefined) ??
    camposOf(start.error)[name];

  function choose(change: Chosen) {
    // The refusal belongs to the earlier values.
    if (start.isError) start.reset();
    onChoose(change);
  }

  function begin() {
    if (start.isPending) return;
    setTried(true);
    if (contagem.conferir > 0) onUndecided();
    // A promise, because this step has left the screen when the importacao begins.
    else if (read.data) start.mutateAsync(read.data).then(onStarted, (error) => focusOn(camposOf(error)));
    else focusOn({ deposito_id: !deposito_id, fornecedor_id: !fornecedor_id });
  }

  /** Focuses the first invalid field. */
  function focusOn(wrong: { [Name in keyof InicioDeImportacao]?: unknown }) {
    if (wrong.deposito_id) depositoInput.current?.focus();
    else if (wrong.fornecedor_id) fornecedorInput.current?.focus();
  }

  return (
    <>
      <div className="flex items-start gap-3">
        <IconButton label="Voltar para a prévia" className="border" onClick={onBack}>
          <ArrowLeft />
        </IconButton>
        <div className="min-w-0">
          <h2 className="font-semibold text-dialog tracking-[-0.01em]">Para onde vão os produtos</h2>
          <p className="text-control text-muted">
            Vale para os produtos criados; os que já existem não mudam.
          </p>
        </div>
      </div>
      <Card title="Depósito e fornecedor">
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Depósito" hint="Recebe a quantidade de cada anúncio." error={errorOf('deposito_id')}>
            {(wiring) => (
              <RecordCombobox
                of={depositos}
                narrow={{ ativo: 'true' }}
                create={createDeposito}
                label="Depósito"
                input={{ ...wiring, ref: depositoInput, placeholder: 'Escolha um depósito' }}
                id={deposito_id}
                onChoose={(next) => choose({ deposito_id: next })}
              />
            )}
          </Field>
          <Field
            label="Fornecedor"
            hint="Pode ser mudado depois, produto por produto."
            error={errorOf('fornecedor_id')}
          >
            {(wiring) => (
              <RecordCombobox
                of={fornecedores}
                // A fornecedor needs more than a name, so its own form asks for the rest.
                create={async (nome) => {
                  newFornecedor.open(nome);
                  return undefined;
                }}
                label="Fornecedor"
                input={{ ...wiring, ref: fornecedorInput, placeholder: 'Escolha um fornecedor' }}
                id={fornecedor_id}
                onChoose={(next) => choose({ fornecedor_id: next })}
              />
            )}
          </Field>
        </div>
        {contagem.full > 0 && (
          <Switch
            label="Incluir o estoque que está no Full"
            text={`${counted(contagem.full, 'anúncio tem', 'anúncios têm')} o estoque guardado pelo marketplace, fora da sua loja. Desligado, os produtos deles entram sem estoque.`}
            checked={estoque_full}
            onChange={(next) => choose({ estoque_full: next })}
          />
        )}
      </Card>
      {contagem.criar > 0 && <CategoriasMap id={id} />}
      <Card title="Resumo" text={planOf(contagem)}>
        {contagem.conferir > 0 && (
          <Notice>
            <p>Há anúncios a conferir. Volte à prévia e diga se são do mesmo produto.</p>
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          {/* Not disabled while waiting, so that the focus stays on it. */}
          <Button look="primary" aria-busy={start.isPending} onClick={begin}>
            {start.isPending && <Spinner />}
            Importar
          </Button>
          <Button onClick={onBack}>Voltar</Button>
        </div>
      </Card>
      {FornecedorDialog && newFornecedor.place && (
        <FornecedorDialog
          id={NOVO}
          nome={newFornecedor.args?.[0] ?? ''}
          place={newFornecedor.place}
          onSaved={(saved) => {
            const { id: fornecedorId, nome } = saved;
            queryClient.setQueryData(namedOf(fornecedores, fornecedorId).queryKey, {
              id: fornecedorId,
              nome,
            });
            choose({ fornecedor_id: fornecedorId });
          }}
        />
      )}
    </>
  );
}

/** The server's sentences per field. */
const camposOf = (error: Error | null): { [Name in keyof InicioDeImportacao]?: string } =>
  (error instanceof ProblemError && error.problem.campos) || {};
