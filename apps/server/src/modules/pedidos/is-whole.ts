import type { Pedido } from '#modules/marketplace/orders.ts';

/** The maximum number of readings of an order whose answer is partial. The last answer is stored as it is. */
const READINGS = 3;

/** Whether an order needs no further reading. A partial answer leaves out what was refunded. */
export const isWhole = ({ estornado }: Pick<Pedido, 'estornado'>, { tentativas }: { tentativas: number }) =>
  estornado !== null || tentativas + 1 >= READINGS;
