import { contas } from '@prumo/contract/contas.ts';
import { MARKETPLACES, Marketplace } from '@prumo/contract/marketplaces.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Periodo } from '#features/analises/analise-periodo.ts';
import { FaturasStrip } from '#features/faturas/faturas-strip.tsx';
import { VendasStrip } from '#features/vendas-config/vendas-strip.tsx';
import { ProblemError, queryOf } from '#lib/api.ts';
import { notifyFailure } from '#lib/notify.ts';
import { usePageName } from '#lib/page-name.ts';
import { May } from '#lib/session/may.tsx';
import { Notice } from '#ui/notice.tsx';
import { ConnectButton } from './connect-button.tsx';
import { ContaHeader } from './conta-header.tsx';
import { type Aba, ContaTabs } from './conta-tabs.tsx';
import { handleOf, lostAccess } from './conta-words.ts';

interface ContaPageProps {
  /** The marketplace as the address names it. */
  marketplace: string;
  accountId: string;
  aba: Aba;
  onAba: (aba: Aba) => void;
  periodo: string | undefined;
  onPeriodo: (periodo: Periodo) => void;
  onBack: () => void;
  /** Called when the conta cannot be shown, after a toast has said why. */
  onMissing: () => void;
}

export function ContaPage(props: ContaPageProps) {
  const { marketplace, accountId, aba, onAba, periodo, onPeriodo, onBack, onMissing } = props;
  const { data, error } = useQuery({
    ...queryOf(contas.get, { params: { id: accountId } }),
    // The marketplace may end the access at any moment, so a cached conta counts as stale.
    staleTime: 0,
  });
  const conta = data?.marketplace === marketplace ? data : undefined;
  // A loaded conta stays visible after a failure that may be temporary.
  const isMissing = data ? !conta || isGone(error) : error !== null;
  const leave = useEffectEvent(() => {
    notifyFailure('Erro ao carregar conta', error?.message ?? ELSEWHERE, error ?? marketplace);
    onMissing();
  });
  useEffect(() => {
    if (isMissing) leave();
  }, [isMissing]);

  usePageName(conta && handleOf(conta));

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-x-clip p-4 md:gap-5 md:p-6">
      <ContaHeader conta={conta} fallback={titleOf(marketplace)} isLoading={!error} onBack={onBack} />
      {conta?.situacao === 'reconectar' && (
        <Notice>
          <p>{lostAccess(conta)}</p>
          <May call={contas.start}>
            <div>
              <ConnectButton marketplace={conta.marketplace}>Reconectar</ConnectButton>
            </div>
          </May>
        </Notice>
      )}
      {conta && <VendasStrip contaId={conta.id} />}
      {conta && <FaturasStrip contaId={conta.id} />}
      {conta && (
        <ContaTabs
          key={conta.id}
          conta={conta}
          aba={aba}
          onAba={onAba}
          periodo={periodo}
          onPeriodo={onPeriodo}
        />
      )}
    </div>
  );
}

const ELSEWHERE = 'Esta conta não é deste marketplace. Escolha uma das contas em Integrações.';

const isGone = (error: Error | null) => error instanceof ProblemError && error.status === 404;

function titleOf(slug: string) {
  const known = Marketplace.safeParse(slug).data;
  return known ? `Conta do ${MARKETPLACES[known]}` : 'Conta do marketplace';
}
