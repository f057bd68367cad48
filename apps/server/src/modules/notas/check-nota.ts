import { toUnits } from '@prumo/contract/exact-decimal.ts';
import type { MotivoDaNota } from '@prumo/contract/notas.ts';
import type { NotaEsperada } from '#modules/marketplace/notas.ts';
import { isChave } from './chave.ts';
import type { NotaLida } from './nota-lida.ts';

const DAY_MS = 86_400_000;
/** The statuses of SEFAZ for an authorised note: `100`, and `150` for one that was authorised late. */
const AUTHORIZED = ['100', '150'];
const PLACES = 2;

/** The sale for which the person sends the note. */
export interface VendaDaNota {
  esperada: NotaEsperada;
  vendido_em: Date;
  /** Another parcel already has a note with this key. */
  is_chave_usada: boolean;
}

/**
 * Predicts why the marketplace would refuse the note. The list is empty for a note without a known fault. The
 * marketplace decides: a person may send a note although a check fails.
 */
export function checkNota(nota: NotaLida, venda: VendaDaNota, agora: Date): MotivoDaNota[] {
  return [
    ...checkDocument(nota),
    ...checkEmitente(nota.emitente, venda.esperada.emitente),
    ...checkDestinatario(nota.destinatario, venda.esperada.destinatario),
    ...checkSale(nota, venda, agora),
  ];
}

function checkDocument({ versao, modelo, chave, ambiente, protocolo }: NotaLida): MotivoDaNota[] {
  return reasons({
    versao: versao !== '4.00',
    modelo: modelo !== '55',
    chave: !isChave(chave) || protocolo.chave !== chave,
    homologacao: ambiente !== '1' || protocolo.ambiente !== '1',
    autorizacao: !AUTHORIZED.includes(protocolo.situacao),
  });
}

function checkEmitente(
  { cnpj, ie, uf, cep }: NotaLida['emitente'],
  esperado: NotaEsperada['emitente'],
): MotivoDaNota[] {
  const hasNoIe = ie === null || ie === '';
  return reasons({
    emitente_cnpj: differs(cnpj, esperado.cnpj),
    emitente_sem_ie: hasNoIe,
    emitente_ie: !hasNoIe && (!/^\d+$/.test(ie) || differs(ie, esperado.ie)),
    emitente_uf: differs(uf, esperado.uf),
    emitente_cep: differs(cep, esperado.cep),
  });
}

function checkDestinatario(
  written: NotaLida['destinatario'],
  { documento, ie, cep }: NotaEsperada['destinatario'],
): MotivoDaNota[] {
  return reasons({
    destinatario_documento: documento !== null && differs(written[documento.tipo], documento.numero),
    destinatario_ie: differs(written.ie, ie),
    destinatario_cep: differs(written.cep, cep),
  });
}

function checkSale({ emitida_em, valor }: NotaLida, venda: VendaDaNota, agora: Date): MotivoDaNota[] {
  const issued = Date.parse(emitida_em);
  const expected = venda.esperada.valor;
  return reasons({
    data: issued > agora.getTime() || issued < venda.vendido_em.getTime() - DAY_MS,
    valor: expected !== null && toUnits(valor, PLACES) !== toUnits(expected, PLACES),
    chave_usada: venda.is_chave_usada,
  });
}

/** A fact that the marketplace does not say differs from nothing. */
const differs = (written: string | null, expected: string | null) =>
  expected !== null && written !== expected;

const reasons = (found: Partial<Record<MotivoDaNota, boolean>>): MotivoDaNota[] =>
  (Object.keys(found) as MotivoDaNota[]).filter((motivo) => found[motivo]);
