import type { Pendencia } from '@prumo/contract/inicio.ts';
import { type Achado, DIA_MS, type Fonte, HORA_MS } from './fontes/fonte.ts';

/** Asks each source and puts what waits in the order in which the person should act. */
export function pendenciasOf(
  read: readonly { fonte: Fonte; fatos: readonly object[] }[],
  now: number,
): Pendencia[] {
  return read
    .flatMap(({ fonte, fatos }) => {
      const achado = fonte.decide(fatos, now);
      return achado === null ? [] : [{ peso: fonte.peso, pendencia: pendenciaOf(fonte.nome, achado, now) }];
    })
    .sort((a, b) => dueIn(a.pendencia, now) - dueIn(b.pendencia, now) || b.peso - a.peso)
    .map(({ pendencia }) => pendencia);
}

function pendenciaOf(fonte: string, { tom, acao, ...achado }: Achado, now: number): Pendencia {
  return {
    ...achado,
    fonte,
    tom: mostSevere(tom ?? 'neutro', tomOf(achado.prazo, now)),
    acao: { id: null, marketplace: null, ...acao },
  };
}

/** Deadlines within a day come first, the nearest one before the others. All else waits behind them. */
function dueIn({ prazo }: Pendencia, now: number): number {
  const left = prazo?.tipo === 'ate' ? Date.parse(prazo.em) - now : DIA_MS;
  return Math.min(left, DIA_MS);
}

/** Red under two hours, amber under six. */
function tomOf(prazo: Pendencia['prazo'], now: number): Pendencia['tom'] {
  if (prazo?.tipo !== 'ate') return 'neutro';
  const left = Date.parse(prazo.em) - now;
  if (left < 2 * HORA_MS) return 'ruim';
  return left < 6 * HORA_MS ? 'atencao' : 'neutro';
}

const SEVERITY = { ruim: 2, atencao: 1, neutro: 0 };
const mostSevere = (a: Pendencia['tom'], b: Pendencia['tom']) => (SEVERITY[a] >= SEVERITY[b] ? a : b);
