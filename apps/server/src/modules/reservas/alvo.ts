/** What the stock of one item of a sale must show. Units are whole. */
export interface Alvo {
  /** Units promised and still here. */
  reservado: number;
  /** Units that left. */
  saiu: number;
  /** Returned units in hand that wait for a person, in total since the sale. */
  a_conferir: number;
  /** The marketplace says that these goods must not be sent. */
  nao_enviar: boolean;
}
