import { type Atividade, REGISTROS } from '@prumo/contract/atividades.ts';
import { PAPEL_EM_PALAVRAS } from '@prumo/contract/papeis.ts';
import { NOME_DO_DIREITO } from '@prumo/contract/papeis-textos.ts';
import { fieldChanges, type Registro, SYSTEM_USER } from '#platform/db/history.ts';
import type { Line } from './atividades.queries.ts';

type Names = ReadonlyMap<string, string>;

/** Returns the ids that the words of a line show as names. */
export const idsIn = ({ antes, depois, tabela, registro_id }: Line): string[] => {
  const { de, para, pessoa, produto_id } = (depois ?? antes ?? {}) as Record<string, unknown>;
  return [de, para, pessoa, produto_id, tabela === 'membros' ? registro_id : null].filter(isId);
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Turns a stored line into the line that a person reads. */
export function toAtividade(line: Line, names: Names): Atividade {
  const { id, numero, selo, em, tipo, user_id, quem, antes, depois } = line;
  const registro = registroOf(line, names);
  const isEvent = line.fonte === 'atividades';
  const words = { ...stored(antes, depois, names), ...(isEvent ? {} : wordsOf(line, names)) };
  return {
    ...{ id, numero, selo, em, tipo, registro },
    quem: user_id === SYSTEM_USER ? null : { id: user_id, nome: quem },
    palavras: { ...words, registro: registro ? named(registro) : 'um registro' },
    mudancas: isEvent || HAS_SENTENCE.has(tipo) ? [] : fieldChanges(antes, depois),
  };
}

/** The tipos whose sentence says everything that changed. */
const HAS_SENTENCE = new Set([
  'membro_entrou',
  'membro_saiu',
  'membro_removido',
  'papel_alterado',
  'convite_criado',
  'convite_aceito',
  'convite_revogado',
  'convite_recusado',
  'revogacao_desfeita',
  'conta_conectada',
  'conta_removida',
]);

/** The record of a line. A line about the stock of a produto leads to the produto. */
function registroOf({ tabela, registro_id, antes, depois }: Line, names: Names): Atividade['registro'] {
  const registro = depois ?? antes ?? {};
  const produto = registro['produto_id'];
  if (tabela === 'produto_deposito' && isId(produto))
    return { tabela, id: produto, nome: names.get(produto) ?? null };
  if (tabela === 'atividades') return null;
  return { tabela, id: registro_id, nome: nameIn(registro) ?? names.get(registro_id) ?? null };
}

function nameIn(registro: Registro): string | null {
  const name = [registro['nome'], registro['nickname'], registro['email']].find(
    (each) => typeof each === 'string' && each !== '',
  );
  return typeof name === 'string' ? name : null;
}

function named({ tabela, nome }: NonNullable<Atividade['registro']>): string {
  const known: Readonly<Record<string, string>> = REGISTROS;
  const word = known[tabela] ?? 'um registro';
  return nome === null || tabela === 'empresas' ? word : `${word} ${nome}`;
}

/** The texts of the stored object as words. A person's id becomes the name. */
function stored(antes: Registro | null, depois: Registro | null, names: Names): Record<string, string> {
  const words: Record<string, string> = {};
  for (const [field, value] of Object.entries(depois ?? antes ?? {})) {
    const word = wordOf(field, value, names);
    if (word !== undefined) words[field] = word;
  }
  const exige = depois?.['exige_duas_etapas'];
  if (typeof exige === 'boolean') words['exigencia'] = exige ? 'passou a exigir' : 'deixou de exigir';
  return words;
}

const MEIOS: Readonly<Record<string, string>> = {
  senha: 'com a senha',
  google: 'com o Google',
  recuperacao: 'com uma senha nova',
};

function wordOf(field: string, value: unknown, names: Names): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > MAX_WORD) return undefined;
  if (field === 'papel') return papelIn({ papel: value });
  if (field === 'meio') return MEIOS[value] ?? '';
  if (field === 'direito') return Object.hasOwn(NOME_DO_DIREITO, value) ? direitoIn(value) : value;
  if (field === 'de' || field === 'para' || field === 'pessoa') return names.get(value) ?? 'outra pessoa';
  return value;
}

/** A longer text is no word of a sentence. */
const MAX_WORD = 300;

const direitoIn = (direito: string) => NOME_DO_DIREITO[direito as keyof typeof NOME_DO_DIREITO].toLowerCase();

/** The words of changes whose sentence needs more than the values of the record. */
function wordsOf({ tabela, registro_id, antes, depois }: Line, names: Names): Record<string, string> {
  if (tabela === 'membros')
    return {
      pessoa: names.get(registro_id) ?? 'outra pessoa',
      papel: papelIn(depois ?? {}),
      papel_antes: papelIn(antes ?? {}),
    };
  if (tabela === 'mercado_livre_config') return { conta: nameIn(depois ?? {}) ?? 'sem apelido' };
  return {};
}

function papelIn({ papel, ve_custo }: Registro): string {
  const known: Readonly<Record<string, { nome: string }>> = PAPEL_EM_PALAVRAS;
  const nome = known[String(papel)]?.nome ?? String(papel);
  return ve_custo === true ? `${nome}, com custos` : nome;
}
