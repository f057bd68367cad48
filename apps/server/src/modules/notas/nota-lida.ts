/** The fields of an NF-e that a marketplace compares with the sale. Texts are as the file writes them. */
export interface NotaLida {
  /** The layout, such as `4.00`. */
  versao: string;
  modelo: string;
  serie: string;
  numero: string;
  emitida_em: string;
  /** `1` for a real note, `2` for a test. */
  ambiente: string;
  /** Forty-four characters. */
  chave: string;
  protocolo: { chave: string; ambiente: string; situacao: string };
  /** A field is null when the note does not have the element, and empty when the element is empty. */
  emitente: { cnpj: string | null; ie: string | null; uf: string | null; cep: string | null };
  destinatario: { cpf: string | null; cnpj: string | null; ie: string | null; cep: string | null };
  /** The total as an exact decimal. */
  valor: string;
  /** What the note names beside its items: words that may be the number of a pedido, a cart or a parcel. */
  referencias: string[];
}
