import { useQuery } from '@tanstack/react-query';
import { useNarrowScreen } from '#lib/media.ts';
import { agoOf } from '#lib/numbers/ago.ts';
import { useSession } from '#lib/session/session.ts';
import { Atalhos } from './atalhos.tsx';
import { leftText } from './comeco-passos.ts';
import { inicioQuery, vendasQuery } from './inicio-queries.ts';
import { Novo } from './novo.tsx';
import { Painel } from './painel.tsx';
import { today } from './vendas/vendas-words.ts';

/** The first screen: what waits for the person, the figures of the empresa, and the two cards of the specification. */
export function InicioPage() {
  const { user, session } = useSession();
  const isNarrow = useNarrowScreen();
  const answer = useQuery(inicioQuery);
  const vendas = useQuery(vendasQuery);
  const comeco = answer.data?.comeco;
  const now = answer.dataUpdatedAt || Date.now();
  const title = `Bem-vindo, ${user?.user_metadata.full_name || 'Usuário'}!`;
  const lido = vendas.data?.lido_em;
  return (
    <div className="flex shrink-0 flex-col gap-4 p-4 md:px-6 md:py-5">
      <title>{`${title} · Prumo`}</title>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {/* Takes the focus of elements that disappear. */}
          <h1 tabIndex={-1} className="wrap-anywhere font-semibold text-page tracking-[-0.02em] outline-none">
            {title}
          </h1>
          <p className="text-control text-muted">
            {comeco
              ? `${session?.empresa.nome ?? 'A empresa'} está começando. ${leftText(comeco.feitos)}`
              : `${today(now)}${lido ? ` · pedidos lidos ${readAgo(lido, now)}` : ''}`}
          </p>
        </div>
        {!isNarrow && <Atalhos />}
      </div>
      {comeco ? (
        <Novo comeco={comeco} pendencias={answer.data?.pendencias} now={now} vendas={vendas.data} />
      ) : (
        <Painel answer={answer} vendas={vendas} now={now} />
      )}
      {isNarrow && <Atalhos />}
    </div>
  );
}

const readAgo = (iso: string, now: number) => {
  const ago = agoOf(iso, now);
  return ago === 'agora' ? 'agora há pouco' : ago;
};
