import { refuse } from '#mercado-livre/errors.ts';

/** The documented refusals of an invoice. */
export const INVOICE_ERRORS = {
  shipment_invoice_already_saved: 'The shipment already has an invoice',
  duplicated_fiscal_key: 'The fiscal key belongs to another shipment',
  invalid_nfe_cstat: 'The status of the invoice is not authorized',
  wrong_invoice_date: 'The date of the invoice is not valid',
  wrong_sender_zipcode: 'The zip code of the sender is not that of the shipment',
  wrong_receiver_zipcode: 'The zip code of the receiver is not that of the shipment',
  wrong_receiver_cnpj: 'The CNPJ of the receiver is not that of the buyer',
  wrong_receiver_cpf: 'The CPF of the receiver is not that of the buyer',
  wrong_receiver_state_tax: 'The state tax id of the receiver is not that of the buyer',
  invalid_user: 'The user is not valid',
  seller_not_allowed_to_import_nfe: 'The seller is not allowed to import invoices',
  shipment_invoice_should_contain_company_state_tax_id: 'The invoice must contain the state tax id',
  invalid_state_tax_id: 'The state tax id is not valid',
  invalid_operation_for_site_id: 'The operation is not valid for the site',
  error_parse_invoice_data: 'The invoice could not be read',
  invalid_parameter: 'A parameter is not valid',
  invalid_caller_id: 'The caller is not the sender',
  sender_ie_not_found: 'The sender has no state tax id',
  invalid_sender_ie_for_state: 'The state tax id of the sender is not that of the state',
  invalid_sender_ie: 'The state tax id of the sender is not valid',
  invalid_sender_cnpj: 'The CNPJ of the sender is not that of the seller',
  different_state_nfe_shipment_origin: 'The state of the invoice is not the origin of the shipment',
  nfe_order_value_divergence: 'The value of the invoice is not that of the orders',
  wrong_invoice_type: 'The invoice is not of model 55',
  unexpected_error_post_biller: 'The biller failed',
  shipment_already_being_processed: 'The shipment is already being processed',
  batch_nfe_not_supported: 'A batch of invoices is not supported',
  nfe_layout_not_supported: 'The layout of the invoice is not supported',
  nf_already_generated: 'The label was already printed',
  internal_error: 'Internal error',
  invalid_shipment: 'The shipment is not valid',
  invalid_nfe: 'The invoice is not valid',
  malformed_XML: 'The XML is malformed',
  invalid_cnpj_multiorigem: 'The CNPJ is not that of the depot',
  invalid_sender_ie_for_state_multiorigem_model_c: 'The state tax id is not that of the depot',
  invalid_nfe_cstat_multiorigem_model_c: 'The status of the invoice of the depot is not authorized',
} as const;

export type InvoiceError = keyof typeof INVOICE_ERRORS;

const SERVER_SIDE: readonly InvoiceError[] = ['internal_error', 'unexpected_error_post_biller'];

export function refuseInvoice(error: InvoiceError): Response {
  const status = SERVER_SIDE.includes(error) ? 500 : error === 'shipment_already_being_processed' ? 409 : 400;
  return refuse(status, error, INVOICE_ERRORS[error]);
}
