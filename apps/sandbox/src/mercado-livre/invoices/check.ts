import type { InvoiceError } from './errors.ts';
import type { Receiver, Sender } from './parties.ts';
import { at, countOf, type Element, parseXml, textAt } from './xml.ts';

/** What the invoice is compared with. Amounts are in centavos, times in milliseconds. */
export interface Expected {
  sender: Sender;
  receiver: Receiver;
  total: number;
  soldAt: number;
  now: number;
  /** Whether the goods come from a depot of their own. */
  isMultiOrigin: boolean;
}

/** The parts of an invoice that Mercado Livre keeps. */
export interface Invoice {
  key: string;
  serie: string;
  number: string;
  total: number;
  issuedAt: number;
  item: string;
}

const DAY_MS = 86_400_000;
const MODEL = '55';
const LAYOUT = '4.00';
const AUTHORIZED = ['100', '150'];

/** Reads an authorised invoice, or says why it is refused. */
export function checkInvoice(text: string, expected: Expected): Invoice | InvoiceError {
  const root = parseXml(text);
  if (!root) return 'malformed_XML';
  if (root.name === 'enviNFe' || countOf(root, 'infNFe') > 1) return 'batch_nfe_not_supported';
  const info = at(root, 'NFe', 'infNFe');
  const protocol = at(root, 'protNFe', 'infProt');
  if (root.name !== 'nfeProc' || !info || !protocol) return 'error_parse_invoice_data';
  if (info.attributes['versao'] !== LAYOUT) return 'nfe_layout_not_supported';
  const invoice = readInvoice(info);
  if (!invoice) return 'error_parse_invoice_data';
  if (textAt(info, 'ide', 'mod') !== MODEL) return 'wrong_invoice_type';
  const isReal = textAt(info, 'ide', 'tpAmb') === '1' && textAt(protocol, 'tpAmb') === '1';
  if (!isKey(invoice.key) || textAt(protocol, 'chNFe') !== invoice.key || !isReal) return 'invalid_nfe';
  if (!AUTHORIZED.includes(textAt(protocol, 'cStat') ?? ''))
    return expected.isMultiOrigin ? 'invalid_nfe_cstat_multiorigem_model_c' : 'invalid_nfe_cstat';
  return (
    whyNotSender(at(info, 'emit'), expected) ??
    whyNotReceiver(at(info, 'dest'), expected.receiver) ??
    whyNotSale(invoice, expected) ??
    invoice
  );
}

function readInvoice(info: Element): Invoice | undefined {
  const key = /^NFe(\d{44})$/.exec(info.attributes['Id'] ?? '')?.[1];
  const [serie, number] = [textAt(info, 'ide', 'serie'), textAt(info, 'ide', 'nNF')];
  const issuedAt = Date.parse(textAt(info, 'ide', 'dhEmi') ?? '');
  const total = Math.round(Number(textAt(info, 'total', 'ICMSTot', 'vNF')) * 100);
  if (key === undefined || serie === undefined || number === undefined) return;
  if (Number.isNaN(issuedAt) || Number.isNaN(total)) return;
  return { key, serie, number, total, issuedAt, item: textAt(info, 'det', 'prod', 'xProd') ?? '' };
}

/** Whether the last digit of a key is right. */
export function isKey(key: string): boolean {
  const sum = [...key.slice(0, 43)]
    .toReversed()
    .reduce((all, digit, n) => all + Number(digit) * (2 + (n % 8)), 0);
  const rest = sum % 11;
  return Number(key.at(-1)) === (rest < 2 ? 0 : 11 - rest);
}

function whyNotSender(
  emit: Element | undefined,
  { sender, isMultiOrigin }: Expected,
): InvoiceError | undefined {
  if (textAt(emit, 'CNPJ') !== sender.cnpj)
    return isMultiOrigin ? 'invalid_cnpj_multiorigem' : 'invalid_sender_cnpj';
  const ie = textAt(emit, 'IE');
  if (ie === undefined) return 'shipment_invoice_should_contain_company_state_tax_id';
  if (ie === '') return 'sender_ie_not_found';
  if (!/^\d+$/.test(ie)) return 'invalid_state_tax_id';
  if (ie.length !== sender.ie.length) return 'invalid_sender_ie';
  if (ie !== sender.ie)
    return isMultiOrigin ? 'invalid_sender_ie_for_state_multiorigem_model_c' : 'invalid_sender_ie_for_state';
  if (textAt(emit, 'enderEmit', 'UF') !== sender.uf) return 'different_state_nfe_shipment_origin';
  return textAt(emit, 'enderEmit', 'CEP') === sender.cep ? undefined : 'wrong_sender_zipcode';
}

function whyNotReceiver(dest: Element | undefined, receiver: Receiver): InvoiceError | undefined {
  if (textAt(dest, receiver.kind) !== receiver.document)
    return receiver.kind === 'CPF' ? 'wrong_receiver_cpf' : 'wrong_receiver_cnpj';
  if (receiver.ie !== null && textAt(dest, 'IE') !== receiver.ie) return 'wrong_receiver_state_tax';
  return textAt(dest, 'enderDest', 'CEP') === receiver.cep ? undefined : 'wrong_receiver_zipcode';
}

function whyNotSale({ issuedAt, total }: Invoice, expected: Expected): InvoiceError | undefined {
  if (issuedAt > expected.now || issuedAt < expected.soldAt - DAY_MS) return 'wrong_invoice_date';
  return total === expected.total ? undefined : 'nfe_order_value_divergence';
}
