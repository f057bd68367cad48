import type { Convite } from '@prumo/contract/convites.ts';
import { untilOf } from '#lib/numbers/ago.ts';

/** True when nothing more can happen to the convite. */
export const isAnswered = ({ situacao }: Convite) =>
  situacao === 'aceito' || situacao === 'revogado' || situacao === 'recusado';

interface Situacao {
  tone: 'ok' | 'warn' | 'bad' | 'neutral';
  words: string;
}

/** The state of a convite as its row shows it. */
export function situacaoOf({ situacao, vence_em }: Convite, now: number): Situacao {
  const vence = `ence ${untilOf(vence_em, now)}`;
  switch (situacao) {
    case 'enviado':
      return { tone: 'neutral', words: `V${vence}` };
    case 'aberto':
      return { tone: 'neutral', words: `Aberto, v${vence}` };
    case 'vencido':
      return { tone: 'warn', words: 'Vencido' };
    case 'devolvido':
      return { tone: 'bad', words: 'Não entregue' };
    case 'aceito':
      return { tone: 'ok', words: 'Aceito' };
    case 'revogado':
      return { tone: 'neutral', words: 'Revogado' };
    case 'recusado':
      return { tone: 'neutral', words: 'Recusado' };
  }
}
