import { NovaImportacao as NovaImportacaoInput } from '@prumo/contract/importacoes.ts';
import { ESTADOS_DE_ANUNCIO, type EstadoDeAnuncio } from '@prumo/contract/importacoes-anuncios.ts';
import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { ESTADO_WORDS } from '#features/importacoes/anuncios/anuncio-words.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useCreate } from './use-importacao-acts.ts';

interface NovaImportacaoProps {
  contaId: string;
  /** The display name. */
  marketplace: string;
}

/** Asks which anuncios to read. */
export function NovaImportacao({ contaId, marketplace }: NovaImportacaoProps) {
  const id = useId();
  const [estados, setEstados] = useState<readonly EstadoDeAnuncio[]>(['ativos']);
  const [error, setError] = useState<string>();
  const create = useCreate(contaId);

  function search() {
    if (create.isPending) return;
    const asked = NovaImportacaoInput.safeParse({ conta_id: contaId, estados });
    setError(asked.error?.issues[0]?.message);
    if (asked.data) create.mutate(asked.data.estados);
  }

  return (
    <Card
      title="Importar anúncios"
      text={`Os anúncios desta conta no ${marketplace} são lidos e comparados com o seu catálogo. Nada é salvo ainda: você confere tudo antes de importar.`}
    >
      <fieldset aria-describedby={error && `${id}-error`} className="flex flex-col gap-2">
        <legend className="mb-2 font-medium text-control">Quais anúncios</legend>
        <div className="grid gap-2 md:grid-cols-3">
          {ESTADOS_DE_ANUNCIO.map((estado) => (
            <label
              key={estado}
              className="flex cursor-pointer items-start gap-2.5 rounded-control border p-3 hover:bg-subtle/50 has-checked:border-primary has-checked:bg-accent/50"
            >
              <input
                type="checkbox"
                checked={estados.includes(estado)}
                aria-describedby={`${id}-${estado}`}
                className="mt-0.5 size-4 shrink-0 accent-primary"
                onChange={({ target }) => {
                  setError(undefined);
                  const others = estados.filter((each) => each !== estado);
                  setEstados(target.checked ? [...others, estado] : others);
                }}
              />
              <span className="min-w-0">
                <span className="block font-medium text-control">{ESTADO_WORDS[estado].label}</span>
                <span id={`${id}-${estado}`} className="block text-meta text-muted">
                  {ESTADO_WORDS[estado].text}
                </span>
              </span>
            </label>
          ))}
        </div>
        {error && (
          <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-bad-fg text-control">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </fieldset>
      <div>
        {/* Not disabled while waiting, so that the focus stays on it. */}
        <Button look="primary" aria-busy={create.isPending} onClick={search}>
          {create.isPending && <Spinner />}
          Buscar anúncios
        </Button>
      </div>
    </Card>
  );
}
