import type { Inicio, Passo } from '@prumo/contract/inicio.ts';
import { PASSOS } from '@prumo/contract/inicio.ts';

type Comeco = NonNullable<Inicio['comeco']>;

export const NOME_DO_PASSO: Record<Passo, string> = {
  empresa: 'Empresa pelo CNPJ',
  deposito: 'Depósito',
  produto: 'Trazer produtos',
  contagem: 'Primeira contagem',
  convite: 'Convidar a equipe',
};

const TEXTO: Record<Passo, string> = {
  empresa: 'O CNPJ preenche razão social e endereço.',
  deposito: 'Onde ficam os produtos: a loja, um galpão, uma prateleira.',
  produto: 'De onde vêm os seus produtos? Nada é salvo antes de você conferir.',
  contagem: 'Conte uma prateleira: os saldos passam a valer.',
  convite: 'Estoque, vendas, contador: cada um vê só o seu. Pode ser agora.',
};

/** The line under the name of a step: what it is good for, or what came of it. */
export function textOf(passo: Passo, { feitos, empresa, deposito }: Comeco): string {
  if (!feitos.includes(passo)) return TEXTO[passo];
  if (passo === 'empresa') return [empresa.nome, writeCnpj(empresa.cnpj ?? '')].join(' · ');
  if (passo === 'deposito') return deposito ?? '';
  return 'Feito';
}

/** The open step: the one that the person pressed, or the first one that is not done. */
export const openStep = (feitos: readonly Passo[], pressed: Passo | undefined): Passo | undefined =>
  pressed && !feitos.includes(pressed) ? pressed : PASSOS.find((passo) => !feitos.includes(passo));

const NUMBERS = ['nenhum passo', 'um passo', 'dois passos', 'três passos', 'quatro passos', 'cinco passos'];

/** `Faltam três passos.` */
export function leftText(feitos: readonly Passo[]): string {
  const left = PASSOS.length - feitos.length;
  return `${left === 1 ? 'Falta' : 'Faltam'} ${NUMBERS[left]}.`;
}

const writeCnpj = (cnpj: string) => cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
