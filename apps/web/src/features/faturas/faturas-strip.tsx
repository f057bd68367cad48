import { type Fatura, faturas } from '@prumo/contract/faturas.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import { queryOf } from '#lib/api.ts';
import { later } from '#lib/loading/later.tsx';
import { formatDate, formatMoney } from '#lib/numbers/format.ts';
import { useMay } from '#lib/session/may.tsx';
import { Button } from '#ui/button.tsx';
import { mesEmPalavras } from './faturas-words.ts';

/** The months that are shown at first. The others are closed. */
const SHOWN = 2;

const Cobrancas = later(async () => (await import('./cobrancas.tsx')).Cobrancas);

/** The bills of a conta, for people who may see costs. Each month opens to what it charges without a pedido. */
export function FaturasStrip({ contaId }: { contaId: string }) {
  const may = useMay(faturas.list);
  const { data } = useQuery({ ...queryOf(faturas.list, { params: { id: contaId } }), enabled: may });
  const [all, setAll] = useState(false);
  if (!may || !data?.itens.length) return null;
  const shown = all ? data.itens : data.itens.slice(0, SHOWN);
  return (
    <section aria-label="Faturas do marketplace" className="shrink-0 divide-y rounded-card border">
      {shown.map((fatura) => (
        <Mes key={fatura.competencia} contaId={contaId} fatura={fatura} />
      ))}
      {shown.length < data.itens.length && (
        <div className="px-4 py-2">
          <Button onClick={() => setAll(true)}>Mostrar as faturas anteriores</Button>
        </div>
      )}
    </section>
  );
}

function Mes({ contaId, fatura }: { contaId: string; fatura: Fatura }) {
  const { competencia, total, sem_pedido, lida_em, sem_permissao, linhas, linhas_casadas } = fatura;
  const open = linhas - linhas_casadas;
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-control hover:bg-subtle/50">
        <ChevronRight
          aria-hidden
          className="-mr-2.5 size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <span className="font-medium">Fatura de {mesEmPalavras(competencia)}</span>
        <span>{formatMoney(total)}</span>
        <span className="text-muted">
          {sem_permissao
            ? 'O marketplace não deixa ler a fatura. Conecte a conta de novo com permissão de vendas.'
            : lida_em === null
              ? 'A leitura ainda não terminou.'
              : `${formatMoney(sem_pedido)} sem pedido · lida em ${formatDate(lida_em)}`}
        </span>
      </summary>
      {open > 0 ? (
        <Suspense fallback={<div role="status" aria-label="Carregando..." className="skeleton m-4 h-10" />}>
          <Cobrancas contaId={contaId} competencia={competencia} />
        </Suspense>
      ) : (
        <p className="px-4 pb-3 text-control text-muted">Toda cobrança deste mês é de um pedido.</p>
      )}
    </details>
  );
}
