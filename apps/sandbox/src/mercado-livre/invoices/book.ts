import type { Invoice } from './check.ts';
import type { InvoiceError } from './errors.ts';

/** An invoice that Mercado Livre accepted, with times in milliseconds. */
export interface StoredInvoice extends Invoice {
  id: number;
  shipment: number;
  createdAt: number;
  updatedAt: number;
}

/** The invoices of all sellers. */
export interface InvoiceBook {
  ofShipment(shipment: number): StoredInvoice | undefined;
  find(id: number): StoredInvoice | undefined;
  /** The shipment whose invoice has this key. */
  ofKey(key: string): number | undefined;
  /** Stores the invoice of a shipment, or replaces it. */
  save(shipment: number, invoice: Invoice, now: number): StoredInvoice;
  /** Refuses the next invoice of the shipment. */
  refuseNext(shipment: number, error: InvoiceError): void;
  takeRefusal(shipment: number): InvoiceError | undefined;
}

const FIRST_INVOICE = 700_000_000;

export function openInvoiceBook(): InvoiceBook {
  const stored = new Map<number, StoredInvoice>();
  const refusals = new Map<number, InvoiceError>();
  const find = (isWanted: (each: StoredInvoice) => boolean) => [...stored.values()].find(isWanted);
  return {
    ofShipment: (shipment) => stored.get(shipment),
    find: (id) => find((each) => each.id === id),
    ofKey: (key) => find((each) => each.key === key)?.shipment,
    save(shipment, invoice, now) {
      const known = stored.get(shipment);
      const saved = {
        ...invoice,
        id: known?.id ?? FIRST_INVOICE + stored.size,
        shipment,
        createdAt: known?.createdAt ?? now,
        updatedAt: now,
      };
      stored.set(shipment, saved);
      return saved;
    },
    refuseNext(shipment, error) {
      refusals.set(shipment, error);
    },
    takeRefusal(shipment) {
      const error = refusals.get(shipment);
      refusals.delete(shipment);
      return error;
    },
  };
}
