import { countOf, type Measure, percentile, timeBar } from '../kit/figures.ts';
import type { Papel } from './site.ts';
import type { Tab } from './tab.ts';

/** A change that the database contains. */
export interface Change {
  empresaId: string;
  tabela: 'marcas' | 'convites' | 'membros';
  id: string;
  /** When the proof asked for the change, or asked to commit it. */
  askedAt: number;
}

/** Who may read each table, by the specification of the papéis. The judge shares no table of rights with the product. */
const MAY_READ: Record<Change['tabela'], readonly Papel[]> = {
  marcas: ['dono', 'administrador', 'estoque', 'consulta'],
  convites: ['dono', 'administrador'],
  membros: ['dono', 'administrador', 'estoque', 'consulta'],
};

/** Compares what each tab was told with the changes of its empresa. */
export function judge(tabs: readonly Tab[], changes: readonly Change[], size: string): Measure[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const byEmpresa = Map.groupBy(changes, ({ empresaId }) => empresaId);
  const lost: string[] = [];
  const foreign: string[] = [];
  const unentitled: string[] = [];
  const restarts: string[] = [];
  const times: number[] = [];
  const late: number[] = [];
  for (const [n, { membro, heard, connections }] of tabs.entries()) {
    const label = `tab ${n} (${membro.papel})`;
    const namedAt = new Map<string, { at: number; connection: number }>();
    const wholeAt = new Map<string, number>();
    for (const [place, { at, connection, novidades, recomece }] of heard.entries()) {
      if (recomece && place > 0) restarts.push(`${label} starts again at its connection ${connection}`);
      for (const { tabela, ids } of novidades) {
        if (!MAY_READ[tabela as Change['tabela']]?.includes(membro.papel))
          unentitled.push(`${label}: ${tabela}`);
        if (ids === null) wholeAt.set(tabela, at);
        for (const id of ids ?? []) {
          const owner = byId.get(id)?.empresaId;
          if (owner !== membro.empresaId)
            foreign.push(`${label} hears of ${tabela} ${id} of ${owner ?? 'nobody'}`);
          if (!namedAt.has(id)) namedAt.set(id, { at, connection });
        }
      }
    }
    const openedAt = connections[0]?.from ?? Number.POSITIVE_INFINITY;
    for (const { id, tabela, askedAt } of byEmpresa.get(membro.empresaId) ?? []) {
      if (askedAt < openedAt || !MAY_READ[tabela].includes(membro.papel)) continue;
      const told = namedAt.get(id);
      if (!told) {
        // A change of too many records to name covers what was asked for before it.
        if ((wholeAt.get(tabela) ?? 0) < askedAt) lost.push(`${label} never hears of ${tabela} ${id}`);
        continue;
      }
      const { from, to } = connections[told.connection - 1] ?? { from: 0, to: 0 };
      if (from <= askedAt && to >= told.at) times.push(told.at - askedAt);
      else late.push(told.at - askedAt);
    }
  }
  times.sort((a, b) => a - b);
  late.sort((a, b) => a - b);
  return [
    {
      name: 'change to event at an open tab, ms p95',
      value: percentile(times, 0.95),
      bar: timeBar(1000),
      size: `${size}; ${times.length} events, p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms`,
    },
    countOf(
      'changes that a tab never heard of',
      lost,
      `${late.length} heard after a reconnection, p95 ${Math.round(percentile(late, 0.95))} ms`,
    ),
    countOf('changes of another empresa', foreign),
    countOf('changes without the right to read them', unentitled),
    countOf('reconnections that had to start again', restarts),
    // Without these, the figures above would judge nothing.
    { name: 'events judged', value: times.length, bar: { min: 1 } },
    { name: 'events after a reconnection judged', value: late.length, bar: { min: 1 } },
  ];
}
