import { type Analise, METRICAS } from '@prumo/contract/analises.ts';
import type { ReactNode } from 'react';
import { formatDate, formatInteger } from '#lib/numbers/format.ts';
import { Card } from '#ui/card.tsx';
import { Figure, Figures } from '#ui/figures.tsx';
import {
  distanceOf,
  formatRate,
  levelInWords,
  limitOf,
  METRICA_WORDS,
  powerSellerOf,
} from './analise-words.ts';

const UNKNOWN = '-';
const count = (value: number | null | undefined) => (value == null ? UNKNOWN : formatInteger(value));

/** The seller's data as the marketplace reports it. */
export function AnaliseSeller({ analise }: { analise: Analise }) {
  const { listings, user, reputation } = analise;
  const powerSeller = reputation && powerSellerOf(reputation);
  return (
    <>
      <Figures label="Vendedor" className="grid-cols-2 md:grid-cols-4">
        <Figure label="Anúncios Ativos" value={count(listings?.active)} />
        <Figure label="Vendas Completas" value={count(reputation?.transactions_completed)} />
        <Figure label="Pontos" value={count(user?.points)} />
        <Figure
          label="Nível do Vendedor"
          value={levelOf(reputation)}
          note={powerSeller}
          meaning={levelInWords(reputation?.level_id)}
        />
      </Figures>
      <div className="grid gap-4 md:grid-cols-2">
        <Card title="Reputação">
          <dl className="flex flex-col gap-2">
            <Fact term="Positivas">{rating(reputation?.ratings_positive)}</Fact>
            <Fact term="Neutras">{rating(reputation?.ratings_neutral)}</Fact>
            <Fact term="Negativas">{rating(reputation?.ratings_negative)}</Fact>
            <Fact term="Status Power Seller">{reputation ? (powerSeller ?? 'Não aplicável') : UNKNOWN}</Fact>
          </dl>
        </Card>
        <Card title="Histórico de Transações">
          <dl className="flex flex-col gap-2">
            <Fact term="Vendas concluídas">{count(reputation?.transactions_completed)}</Fact>
            <Fact term="Vendas canceladas">{count(reputation?.transactions_canceled)}</Fact>
            <Fact term="Data de cadastro">
              {user?.registration_date ? formatDate(user.registration_date) : UNKNOWN}
            </Fact>
          </dl>
        </Card>
      </div>
      <Qualidade analise={analise} />
    </>
  );
}

/** Each quality metric with its distance from the limit above which the seller loses a reputation level. */
function Qualidade({ analise: { metrics, limites } }: { analise: Analise }) {
  return (
    <Card title="Métricas de Qualidade">
      <dl className="grid gap-4 md:grid-cols-3">
        {METRICAS.map((metrica) => {
          const metric = metrics?.[metrica];
          const limite = limites.find((each) => each.metrica === metrica);
          return (
            <div key={metrica} className="flex flex-col gap-0.5">
              <dt className="text-meta text-muted">{METRICA_WORDS[metrica]}</dt>
              <dd className="font-semibold text-page tracking-[-0.02em]">
                {metric ? formatRate(metric.rate) : UNKNOWN}
                {metric && (
                  <span className="ml-2 font-normal text-control text-muted tracking-normal">
                    {formatInteger(metric.value)} {metric.value === 1 ? 'caso' : 'casos'}
                  </span>
                )}
              </dd>
              {limite && metrics && (
                <dd className="text-control">
                  {distanceOf(limite)}
                  <span className="block text-meta text-muted">{limitOf(limite, metrics)}</span>
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

const levelOf = (reputation: Analise['reputation']) =>
  reputation ? (reputation.level_id?.toUpperCase() ?? 'Sem nível') : UNKNOWN;

const rating = (value: number | undefined) => (value === undefined ? UNKNOWN : formatRate(value));

/** A term and its value in one line. */
const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 text-control">
    <dt className="text-muted">{term}</dt>
    <dd className="text-right font-medium">{children}</dd>
  </div>
);
