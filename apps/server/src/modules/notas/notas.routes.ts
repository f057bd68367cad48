import {
  MOTIVOS_DA_NOTA,
  type MotivoDaNota,
  type Nota,
  notas,
  type ResultadoDaNota,
} from '@prumo/contract/notas.ts';
import type { Tokens } from '#modules/contas/tokens.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Marketplaces } from '#modules/marketplace/marketplace.ts';
import type { NotaEsperada } from '#modules/marketplace/notas.ts';
import { reportEnvio } from '#modules/pedidos/report-vendas.queries.ts';
import { recordAtividade } from '#platform/db/history.ts';
import { AppError, found } from '#platform/errors.ts';
import type { App } from '#platform/http/http.ts';
import { selectCandidatos } from './candidatos.queries.ts';
import { checkNota } from './check-nota.ts';
import type { NotaLida } from './nota-lida.ts';
import {
  announceEnvio,
  type EnvioDaConta,
  hasChave,
  selectEnvio,
  selectNota,
  writeNota,
} from './notas.queries.ts';
import { proposeEnvio } from './propose-envio.ts';
import { readNota } from './read-nota.ts';

const MISSING = 'Envio não encontrado. A conta pode ter sido desconectada, ou a venda ainda não foi lida.';
const NO_NOTA = 'Este envio ainda não tem nota enviada pelo Prumo.';

export function notasRoutes(app: App, parts: { tokens: Tokens; marketplaces: Marketplaces }): void {
  app.route({
    ...notas.get,
    handler: (req) =>
      req.read(async (tx) => {
        const envio = found(await selectEnvio(tx, req.params.id, req.params.envio), MISSING);
        return found(await selectNota(tx, envio), NO_NOTA);
      }),
  });

  app.route({
    ...notas.read,
    handler: async (req) => {
      const lida = await readNota(bodyOf(req.body));
      if (typeof lida === 'string') return { nota: null, motivo: lida, envio: null, sugestoes: [] };
      const { chave, serie, numero, valor, emitida_em, referencias } = lida;
      const candidatos = await req.read((tx) => selectCandidatos(tx, referencias));
      return { nota: { chave, serie, numero, valor, emitida_em }, ...proposeEnvio(lida, candidatos) };
    },
  });

  app.route({
    ...notas.send,
    handler: async (req) => {
      const xml = bodyOf(req.body);
      const lida = await readNota(xml);
      const { empresaId, earlier, envio, is_chave_usada } = await req.prepare(async (tx) => {
        const answered = await req.earlier<ResultadoDaNota>(tx);
        const parcel = found(await selectEnvio(tx, req.params.id, req.params.envio), MISSING);
        return {
          empresaId: tx.empresaId,
          earlier: answered,
          envio: parcel,
          is_chave_usada: typeof lida !== 'string' && (await hasChave(tx, lida.chave, parcel)),
        };
      });
      if (earlier) return earlier.answer;
      if (typeof lida === 'string') return { nota: null, previstos: [lida] };
      const sender = senderOf(parts, empresaId, envio);
      const { vendido_em } = envio;
      if (req.query.mesmo_assim === undefined) {
        const esperada = await sender.esperada();
        const previstos = checkNota(lida, { esperada, vendido_em, is_chave_usada }, new Date());
        if (previstos.length > 0) return { nota: null, previstos };
      }
      const motivo = await sender.send(lida, xml);
      return req.write(async (tx) => {
        const { marketplace, seller_id: sellerId, envio_id } = envio;
        if (motivo === null) await reportEnvio(tx, { marketplace, sellerId }, envio_id);
        await writeNota(tx, envio, lida, motivo);
        await announceEnvio(tx, envio);
        if (motivo === null)
          await recordAtividade(tx, 'nota_enviada', { numero: lida.numero, envio: envio_id });
        return { nota: attemptOf(lida, motivo), previstos: [] };
      });
    },
  });
}

const attemptOf = (
  { chave, serie, numero, valor, emitida_em }: NotaLida,
  motivo: MotivoDaNota | null,
): Nota => ({
  ...{ chave, serie, numero, valor, emitida_em, motivo },
  situacao: motivo === null ? 'aceita' : 'recusada',
  enviada_em: new Date().toISOString(),
});

interface Sender {
  esperada(): Promise<NotaEsperada>;
  /** Returns the reason of a refusal, or null for an accepted note. */
  send(lida: NotaLida, xml: Uint8Array): Promise<MotivoDaNota | null>;
}

function senderOf(
  { tokens, marketplaces }: { tokens: Tokens; marketplaces: Marketplaces },
  empresaId: string,
  { conta_id: contaId, marketplace, envio_id }: EnvioDaConta,
): Sender {
  const asking = { waits: 'person', key: empresaId } as const;
  const { words } = marketplaces.of(marketplace);
  const ask = async <T>(
    use: (port: Marketplaces['all'][number]['notas'], accessToken: string) => Promise<T>,
  ): Promise<T> => {
    try {
      return await tokens.withToken({ empresaId, contaId }, (accessToken, { notas: port }) =>
        use(port, accessToken),
      );
    } catch (error) {
      if (!isMarketplaceError(error)) throw error;
      throw new AppError('unavailable', `${words.o} não respondeu agora. Tente de novo em alguns minutos.`);
    }
  };
  const sentKey = () =>
    ask((port, accessToken) => port.chaveEnviada({ accessToken, turn: asking }, envio_id));

  return {
    esperada: () => ask((port, accessToken) => port.esperada({ accessToken, turn: asking }, envio_id)),
    async send({ chave }, xml) {
      const motivo = await ask(async (port, accessToken) => {
        try {
          return await port.enviar({ accessToken, turn: asking }, envio_id, xml);
        } catch (error) {
          // The marketplace may have taken the note although its answer was lost, so the key it now has decides.
          if (isMarketplaceError(error, 'uncertain')) return 'ja_enviada';
          throw error;
        }
      });
      if (motivo !== 'ja_enviada') return motivo;
      const sent = await sentKey();
      if (sent === chave) return null;
      if (sent !== null) return 'ja_enviada';
      throw new AppError('unavailable', MOTIVOS_DA_NOTA.ocupado);
    },
  };
}

function bodyOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new AppError('invalid', 'O arquivo está vazio. Escolha o XML da nota.');
}
