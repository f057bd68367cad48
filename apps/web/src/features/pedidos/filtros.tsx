import { depositos } from '@prumo/contract/depositos.ts';
import { ModalidadeDeEnvio, type ResumoDePedidos } from '@prumo/contract/pedidos-fila.ts';
import { Suspense } from 'react';
import { cn } from '#lib/class-names.ts';
import { later } from '#lib/loading/later.tsx';
import { inputLook } from '#ui/form/input.tsx';
import { MODALIDADES } from './pedido-words.ts';
import type { PedidosFilter } from './pedidos-filter.ts';
import type { PedidosSearch } from './pedidos-search.ts';

const RecordCombobox = later(
  async () => (await import('#records/picker/record-combobox.tsx')).RecordCombobox,
);

const toolLook = cn(inputLook, 'h-8 border-border px-2 shadow-control max-md:h-9 md:w-auto md:text-control');

interface FiltrosProps {
  filter: PedidosFilter;
  resumo: ResumoDePedidos | undefined;
  go: (change: PedidosSearch) => void;
}

/** Narrows the list to a deposito, a conta or a kind of dispatch. */
export function Filtros({ filter, resumo, go }: FiltrosProps) {
  const contas = resumo?.contas ?? [];
  return (
    <div className="flex gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
      <div className="min-w-0 md:w-48 [&_input]:h-8 [&_input]:border-border [&_input]:shadow-control max-md:[&_input]:h-9 md:[&_input]:text-control">
        <Suspense fallback={<div className="skeleton h-8" />}>
          <RecordCombobox
            of={depositos}
            label="Depósito"
            none="Todos os depósitos"
            input={{}}
            id={filter.deposito_id ?? null}
            onChoose={(chosen) => go({ deposito_id: chosen ?? undefined })}
          />
        </Suspense>
      </div>
      <select
        aria-label="Envio"
        value={filter.modalidade ?? ''}
        className={toolLook}
        onChange={({ target }) => go({ modalidade: target.value || undefined })}
      >
        <option value="">Todos os envios</option>
        {ModalidadeDeEnvio.options.map((each) => (
          <option key={each} value={each}>
            {MODALIDADES[each]}
          </option>
        ))}
      </select>
      {contas.length > 1 && (
        <select
          aria-label="Conta"
          value={filter.conta_id ?? ''}
          className={cn(toolLook, 'max-md:col-span-full')}
          onChange={({ target }) => go({ conta_id: target.value || undefined })}
        >
          <option value="">Todas as contas</option>
          {contas.map(({ id, apelido }) => (
            <option key={id} value={id}>
              {apelido ?? 'Conta sem apelido'}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
