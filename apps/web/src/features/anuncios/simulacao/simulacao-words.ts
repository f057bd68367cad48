import type { ContaComAnuncios } from '@prumo/contract/anuncios.ts';
import {
  MUDANCA_GRANDE,
  type MudancaSimulada,
  type SimulacaoDeEnvio,
  type TipoDeMudanca,
} from '@prumo/contract/publicacao.ts';
import { handleOf, plural } from '#features/anuncios/anuncio-words.ts';
import { agoOf } from '#lib/numbers/ago.ts';
import { formatInteger, formatQuantity } from '#lib/numbers/format.ts';

export const TIPO_EM_PALAVRAS: Readonly<Record<TipoDeMudanca, string>> = {
  zera: 'Zeram e pausam',
  diminui: 'Diminuem',
  aumenta: 'Aumentam',
};

/** A number of changes, with whether there are more than it. */
export interface Contadas {
  total: number;
  mais: boolean;
}

export const todas = (tipos: SimulacaoDeEnvio['tipos']): Contadas => ({
  total: tipos.reduce((sum, { total }) => sum + total, 0),
  mais: tipos.some(({ mais }) => mais),
});

/** The words of the button that opens the simulation. */
export function verText({ total, mais }: Contadas): string {
  if (mais) return `Ver mais de ${formatInteger(total)} mudanças`;
  return total === 1 ? 'Ver a mudança' : `Ver as ${formatInteger(total)} mudanças`;
}

/** The title of the simulation. */
export function titleOf({ total, mais }: Contadas): string {
  if (total === 0) return 'Eu não enviaria nada';
  if (mais) return `Eu enviaria mais de ${formatInteger(total)} mudanças`;
  return total === 1 ? 'Eu enviaria esta mudança' : `Eu enviaria estas ${formatInteger(total)} mudanças`;
}

/** Whose anuncios were read when, and that nothing happened. */
export function subtitleOf(conta: ContaComAnuncios, now: number): string {
  const { lida_em } = conta.leitura;
  const lida = lida_em === null ? 'ainda não lida por inteiro' : `lida ${agoOf(lida_em, now)}`;
  return `Conta ${handleOf(conta)} · ${lida} · nada foi enviado`;
}

/** What to look at before anything could be sent. Empty when nothing stands out. */
export function avisoOf({ tipos, grandes }: Pick<SimulacaoDeEnvio, 'tipos' | 'grandes'>): string {
  const zeram = tipos.find(({ tipo }) => tipo === 'zera') ?? { total: 0, mais: false };
  const anuncios = `${zeram.mais ? 'Mais de ' : ''}${plural(zeram.total, 'anúncio', 'anúncios')}`;
  const isOne = zeram.total === 1 && !zeram.mais;
  const zero =
    zeram.total > 0 &&
    (isOne
      ? `${anuncios} chega a zero e o marketplace o pausa.`
      : `${anuncios} chegam a zero e o marketplace os pausa.`);
  const subject = zero ? formatInteger(grandes) : plural(grandes, 'anúncio', 'anúncios');
  const large =
    grandes > 0 &&
    `${subject} ${grandes === 1 ? 'muda' : 'mudam'} mais de ${MUDANCA_GRANDE} unidades de uma vez: confira antes.`;
  return [zero, large].filter(Boolean).join(' ');
}

/** By how much a change moves the quantity: `+6`, `−2` with U+2212. */
export function mudaText({ publicado, enviaria }: MudancaSimulada): string {
  const by = Number(enviaria) - Number(publicado);
  return by > 0 ? `+${formatInteger(by)}` : `−${formatInteger(-by)}`;
}

const ELSEWHERE = 'nos depósitos de onde saem as vendas';

/** Why the quantity would be another one. */
export function porqueOf({ aqui, enviaria, cota, produto }: MudancaSimulada): string {
  const { saldo, reservado } = produto;
  const { modo, retidas } = produto.publicacao;
  const units = Number(aqui);
  // A rule of the sales may leave out some depositos, and then saldo and reservado do not explain the number.
  const isWhole = Math.floor(Number(saldo) - Number(reservado)) === units;
  if (Number(enviaria) === 0 && units <= 0) {
    if (Number(reservado) > 0)
      return isWhole ? `Sem disponível: ${reservadosText(reservado)}` : `Sem disponível ${ELSEWHERE}`;
    return isWhole ? 'Sem saldo' : `Sem saldo ${ELSEWHERE}`;
  }
  const disponiveis = plural(units, 'disponível', 'disponíveis');
  if (modo === 'cotas') {
    const parte = cota === null ? 'parte de' : `cota ${formatInteger(cota)} de`;
    return `Cotas: ${parte} ${disponiveis}, colchão ${formatInteger(retidas)}`;
  }
  if (modo === 'com_seguranca') return `Com segurança: ${disponiveis}, folga ${formatInteger(retidas)}`;
  const disponivel = `Disponível ${formatInteger(units)}`;
  return isWhole
    ? `${disponivel}: saldo ${formatQuantity(saldo)}, reservado ${formatQuantity(reservado)}`
    : `${disponivel} ${ELSEWHERE}`;
}

const reservadosText = (reservado: string) =>
  `${formatQuantity(reservado)} ${Number(reservado) === 1 ? 'reservado' : 'reservados'}`;
