import type { MotivoDaNota } from '@prumo/contract/notas.ts';
import type { Asker } from './calls.ts';

/**
 * What the note of a parcel has to say, according to the marketplace. A field is null when the marketplace does not say
 * it; the check then leaves it to the marketplace. The product reads these facts for one check and stores none of them,
 * because they describe the buyer.
 */
export interface NotaEsperada {
  emitente: { cnpj: string | null; ie: string | null; uf: string | null; cep: string | null };
  destinatario: {
    documento: { tipo: 'cpf' | 'cnpj'; numero: string } | null;
    ie: string | null;
    cep: string | null;
  };
  valor: string | null;
}

/** The invoices (NF-e) without which a marketplace gives no label. */
export interface Notas {
  esperada(asker: Asker, envioId: string): Promise<NotaEsperada>;
  /**
   * Sends the file unchanged, in one attempt. Returns the reason of a refusal, or null for an accepted note. Throws
   * `uncertain` when the note may have been accepted although no answer came.
   */
  enviar(asker: Asker, envioId: string, xml: Uint8Array): Promise<MotivoDaNota | null>;
  /** The key of the note that the marketplace has for the parcel. Null without one. */
  chaveEnviada(asker: Asker, envioId: string): Promise<string | null>;
}
