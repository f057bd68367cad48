import { fraseDe } from '@prumo/contract/atividades.ts';
import type { AtividadeDoInicio } from '@prumo/contract/inicio.ts';
import { dayOf } from '#lib/numbers/day.ts';
import { formatInteger } from '#lib/numbers/format.ts';

type Linha = AtividadeDoInicio['itens'][number];

const zone = { timeZone: 'America/Sao_Paulo' } as const;
const clock = new Intl.DateTimeFormat('pt-BR', { ...zone, hour: '2-digit', minute: '2-digit' });
const shortDay = new Intl.DateTimeFormat('pt-BR', { ...zone, day: '2-digit', month: '2-digit' });
const DAY = 86_400_000;

/** The person of a line, as its sentence begins. */
export const whoOf = ({ quem, eu }: Linha): string => {
  if (eu) return 'Você';
  return quem === null ? 'Prumo' : (quem.nome ?? 'Alguém');
};

/** The records of each table, as a sentence counts them. */
const PLURAIS: Readonly<Record<string, string>> = {
  marcas: 'marcas',
  categorias: 'categorias',
  clientes: 'clientes',
  fornecedores: 'fornecedores',
  vendedores: 'vendedores',
  depositos: 'depósitos',
  produtos: 'produtos',
  produto_deposito: 'saldos de estoque',
};

const VERBOS: Readonly<Record<string, string>> = {
  registro_criado: 'cadastrou',
  registro_alterado: 'alterou',
  registro_excluido: 'excluiu',
};

/** The fields that a sentence about many records names. */
const CAMPOS: Readonly<Record<string, string>> = {
  nome: 'o nome',
  preco_venda: 'o preço',
  custo_unitario: 'o custo',
  marca_id: 'a marca',
  categoria_id: 'a categoria',
  fornecedor_id: 'o fornecedor',
  fotos: 'as fotos',
};

/** The sentence of a line: `alterou o preço de 12 produtos`, `cadastrou a marca Bosch`. */
export function sentenceOf(linha: Linha): string {
  const { tipo, registro, campo, mais, mais_exato } = linha;
  if (mais === 0) return fraseDe(linha);
  const verb = VERBOS[tipo];
  const plural = PLURAIS[registro?.tabela ?? ''];
  if (!verb || !plural) return `${fraseDe(linha)} e mais ${mais_exato ? mais : `de ${mais}`}`;
  const field = CAMPOS[campo ?? ''];
  return `${verb} ${field ? `${field} de ` : ''}${mais_exato ? '' : 'mais de '}${formatInteger(mais + 1)} ${plural}`;
}

type Filtro = Partial<
  Record<'pessoa' | 'tipo' | 'tabela' | 'registro_id' | 'de' | 'ate', string | undefined>
>;

/** What the screen Atividade shows of a line: its one record, or what the person did in this way on that day. */
export function filterOf({ tipo, registro, quem, em, mais }: Linha): Filtro {
  // The line of a saldo names its produto, and the activity of the produto has no saldos.
  if (mais === 0 && registro && registro.tabela !== 'produto_deposito')
    return { tabela: registro.tabela, registro_id: registro.id };
  const on = dayOf(new Date(em));
  return { pessoa: quem?.id, tipo, tabela: registro?.tabela, de: on, ate: on };
}

/** `11:42` today, `ontem`, or `09/11`. */
export function whenOf(iso: string, now: number): string {
  const at = new Date(iso);
  const days = Math.round((Date.parse(dayOf(new Date(now))) - Date.parse(dayOf(at))) / DAY);
  if (days <= 0) return clock.format(at);
  return days === 1 ? 'ontem' : shortDay.format(at);
}
