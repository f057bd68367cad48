import type { EnvioDaNota, LeituraDaNota, MotivoDaNota, ResultadoDaNota } from '@prumo/contract/notas.ts';

/** The maximum number of files that a person sends together. */
export const MAX_ARQUIVOS = 100;

/** One file on its way to its parcel. */
export interface Linha {
  id: string;
  file: File;
  /** `falha`: no answer, or the whole request was refused. The file can be sent again as it is. */
  fase: 'lendo' | 'lida' | 'enviando' | 'enviada' | 'recusada' | 'falha';
  nota: LeituraDaNota['nota'];
  /** Names the attempt, so that its repetition sends nothing twice. */
  key: string;
  envio: EnvioDaNota | undefined;
  /** Who chose the parcel. The value of a note only suggests one, which no file is sent to by itself. */
  por: 'numero' | 'pessoa' | 'valor';
  sugestoes: readonly EnvioDaNota[];
  motivos: readonly MotivoDaNota[];
  /** The sentence of a `falha`. */
  mensagem: string | undefined;
  mesmoAssim: boolean;
}

export const newLinha = (id: string, file: File): Linha => ({
  ...{ id, file, fase: 'lendo', nota: null, key: '', envio: undefined, por: 'valor' },
  ...{ sugestoes: [], motivos: [], mensagem: undefined, mesmoAssim: false },
});

/** Whether the server could not be asked what the file is. */
export const isUnread = ({ fase, nota }: Linha) => fase === 'falha' && nota === null;

const isDone = ({ fase }: Linha) => fase === 'enviada';
/** Whether a row keeps its parcel from other rows. A refused file does not. */
const isHolding = ({ fase, envio }: Linha) => envio !== undefined && fase !== 'recusada';

/** The row after its file was read. */
export function readLinha(linha: Linha, { nota, envio, sugestoes, motivo }: LeituraDaNota): Linha {
  if (motivo) return { ...linha, nota, fase: 'recusada', motivos: [motivo] };
  const read = { ...linha, nota, sugestoes, fase: 'lida' as const };
  return envio ? { ...read, envio, por: 'numero' } : { ...read, envio: undefined, por: 'valor' };
}

/**
 * Preselects, for each row that only a value speaks for, the most urgent suggestion that no other row has. A parcel that
 * a note names or a person chose is no guess of another row, in whatever order the files are read.
 */
export function withGuesses(linhas: readonly Linha[]): readonly Linha[] {
  const isGuess = ({ fase, por }: Linha) => fase === 'lida' && por === 'valor';
  const taken = new Set(
    linhas.filter((linha) => !isGuess(linha) && isHolding(linha)).map(({ envio }) => envio?.id),
  );
  return linhas.map((linha) => {
    if (!isGuess(linha)) return linha;
    const envio = linha.sugestoes.find(({ id }) => !taken.has(id));
    if (envio) taken.add(envio.id);
    return { ...linha, envio };
  });
}

/** The row after a person chose its parcel. A new parcel is a new attempt. */
export const assignLinha = (linha: Linha, envio: EnvioDaNota | undefined): Linha => ({
  ...{ ...linha, envio, por: 'pessoa', fase: 'lida', key: '' },
  ...{ motivos: [], mensagem: undefined, mesmoAssim: false },
});

/** The row after the server answered. */
export function answeredLinha(linha: Linha, { nota, previstos }: ResultadoDaNota): Linha {
  if (nota?.situacao === 'aceita') return { ...linha, fase: 'enviada', motivos: [] };
  // A further attempt is one of its own.
  return { ...linha, fase: 'recusada', key: '', motivos: nota?.motivo ? [nota.motivo] : previstos };
}

/** Why a row cannot be sent as it is: another file has the same note, or the same parcel. */
export function blockOf(linha: Linha, linhas: readonly Linha[]): string | undefined {
  const before = linhas.slice(0, linhas.indexOf(linha));
  const others = linhas.filter((each) => each !== linha);
  const same = before.find(({ nota }) => nota !== null && nota.chave === linha.nota?.chave);
  if (same) return `É a mesma nota que ${same.file.name}.`;
  const holder = [...before, ...others.filter(isDone)].find(
    (each) => isHolding(each) && each.envio?.id === linha.envio?.id,
  );
  return holder && `O arquivo ${holder.file.name} já é deste pedido. Escolha outro pedido.`;
}

/** Whether the row is sent with the others. */
export const isReady = (linha: Linha, linhas: readonly Linha[]): boolean =>
  (linha.fase === 'lida' || linha.fase === 'falha') &&
  linha.envio !== undefined &&
  linha.por !== 'valor' &&
  blockOf(linha, linhas) === undefined;

export interface Resumo {
  enviadas: number;
  recusadas: number;
  falhas: number;
  /** Those that wait for a person to choose or to confirm the parcel. */
  escolher: number;
  /** Those that one press sends, also the ones of `falhas` that were read. */
  prontas: number;
  naoLidas: number;
}

export function resumoOf(linhas: readonly Linha[]): Resumo {
  const count = (test: (linha: Linha) => boolean) => linhas.filter(test).length;
  return {
    enviadas: count(isDone),
    recusadas: count(({ fase }) => fase === 'recusada'),
    falhas: count(({ fase }) => fase === 'falha'),
    escolher: count((linha) => linha.fase === 'lida' && !isReady(linha, linhas)),
    prontas: count((linha) => isReady(linha, linhas)),
    naoLidas: count(isUnread),
  };
}

/** The summary as a sentence, without the parts that are zero. */
export function resumoText({ enviadas, recusadas, falhas, escolher, prontas, naoLidas }: Resumo): string {
  const parts = [
    [enviadas, 'enviada', 'enviadas'],
    [prontas - (falhas - naoLidas), 'pronta', 'prontas'],
    [escolher, 'espera você escolher o pedido', 'esperam você escolher o pedido'],
    [recusadas, 'com problema', 'com problema'],
    [falhas, 'sem resposta', 'sem resposta'],
  ] as const;
  const said = parts.flatMap(([count, one, many]) =>
    count > 0 ? `${count} ${count === 1 ? one : many}` : [],
  );
  return said.length > 0 ? `${said.join(', ')}.` : 'Lendo os arquivos...';
}
