import { categorias } from '@prumo/contract/categorias.ts';
import { importacoes } from '@prumo/contract/importacoes.ts';
import type { CategoriaDeAnuncio } from '@prumo/contract/importacoes-anuncios.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#features/importacoes/anuncios/anuncio-words.ts';
import { call, ProblemError, queryOf } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.ts';
import { RecordCombobox } from '#records/picker/record-combobox.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FailureState } from '#ui/failure-state.tsx';

const SHOWN = 8;

/** Maps each categoria of the marketplace to a categoria of the empresa. */
export function CategoriasMap({ id }: { id: string }) {
  const query = queryOf(importacoes.categorias, { params: { id } });
  const { data, error, refetch } = useQuery({ ...query, staleTime: 0 });
  const [isAll, setAll] = useState(false);
  const itens = data?.itens ?? [];
  const hidden = isAll ? 0 : Math.max(0, itens.length - SHOWN);
  return (
    <Card
      title="Categorias"
      text="Cada categoria do marketplace vira uma categoria sua. Escolha uma que já existe ou deixe criar."
    >
      {error && !data && <FailureState message={error.message} onRetry={refetch} />}
      {!data && !error && (
        <p role="status" className="text-control text-muted">
          Carregando...
        </p>
      )}
      {itens.length > 0 && (
        <ul className="flex flex-col divide-y">
          {itens.slice(0, itens.length - hidden).map((categoria) => (
            <Mapped key={categoria.categoria_ml_id} id={id} categoria={categoria} queryKey={query.queryKey} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button className="self-start" onClick={() => setAll(true)}>
          Mostrar mais {counted(hidden, 'categoria', 'categorias')}
        </Button>
      )}
    </Card>
  );
}

interface MappedProps {
  id: string;
  categoria: CategoriaDeAnuncio;
  queryKey: ReturnType<typeof queryOf<typeof importacoes.categorias>>['queryKey'];
}

function Mapped({ id, categoria, queryKey }: MappedProps) {
  const queryClient = useQueryClient();
  const { categoria_ml_id, nome, caminho, anuncios, categoria_id } = categoria;
  const label = `Categoria de ${nome}`;
  const put = (next: CategoriaDeAnuncio) =>
    queryClient.setQueryData(
      queryKey,
      (now) =>
        now && { itens: now.itens.map((each) => (each.categoria_ml_id === categoria_ml_id ? next : each)) },
    );
  const map = useMutation({
    mutationFn: (chosen: string | null) =>
      call(importacoes.mapCategoria, { params: { id }, body: { categoria_ml_id, categoria_id: chosen } }),
    onMutate: (chosen) => put({ ...categoria, categoria_id: chosen }),
    onSuccess: put,
    onError: (error) => {
      put(categoria);
      notifyFailure(
        'Erro ao mudar categoria',
        error instanceof ProblemError ? error.message : undefined,
        error,
      );
    },
  });
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0 md:grid-cols-[1fr_18rem]">
      <div className="min-w-0">
        <p className="font-medium text-control">
          {nome}
          <span className="font-normal text-muted"> · {counted(anuncios, 'anúncio', 'anúncios')}</span>
        </p>
        <p className="text-meta text-muted">{caminho}</p>
      </div>
      <RecordCombobox
        of={categorias}
        none={`Criar “${nome}”`}
        label={label}
        input={{}}
        id={categoria_id}
        onChoose={(chosen) => map.mutate(chosen)}
      />
    </li>
  );
}
