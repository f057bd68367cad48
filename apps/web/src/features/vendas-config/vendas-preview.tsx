import { vendasConfig } from '@prumo/contract/vendas-config.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { cn } from '#lib/class-names.ts';
import { previaEmPalavras } from './vendas-words.ts';

/** Says what the sales since a day would do to the stock, before the person saves. */
export function VendasPreview({ contaId, desde }: { contaId: string; desde: string | null }) {
  const { data, error, isPlaceholderData } = useQuery({
    ...queryOf(vendasConfig.previa, { params: { id: contaId }, query: { desde: desde ?? undefined } }),
    enabled: desde !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <p
      role="status"
      className={cn('rounded-card bg-subtle px-3.5 py-2.5 text-control', isPlaceholderData && 'opacity-60')}
    >
      {error
        ? `Não foi possível contar os pedidos: ${error.message}`
        : data
          ? previaEmPalavras(data)
          : 'Contando os pedidos...'}
    </p>
  );
}
