/** What a test changes about a valid invoice. */
export interface InvoiceParts {
  key?: string;
  keyInProtocol?: string;
  layout?: string;
  model?: string;
  environment?: string;
  status?: string;
  date?: string;
  cnpj?: string;
  /** Null leaves the element out. */
  ie?: string | null;
  uf?: string;
  cep?: string;
  receiver?: string;
  receiverCep?: string;
  total?: string;
}

/** A key with the right last digit. */
export function aKey(number: number): string {
  const start = `3526111913124300019755001${String(number).padStart(9, '0')}1${String(number).padStart(8, '0')}`;
  const sum = [...start].toReversed().reduce((all, digit, n) => all + Number(digit) * (2 + (n % 8)), 0);
  return `${start}${sum % 11 < 2 ? 0 : 11 - (sum % 11)}`;
}

/** An authorised invoice of the simulated seller to the simulated person. */
export function anInvoice(number: number, parts: InvoiceParts = {}): string {
  const { key = aKey(number), layout = '4.00', environment = '1', ie = '110042490114' } = parts;
  const { receiver = '<CPF>52998224725</CPF>' } = parts;
  return `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">
<NFe><infNFe Id="NFe${key}" versao="${layout}">
<ide><mod>${parts.model ?? '55'}</mod><serie>1</serie><nNF>${number}</nNF>
<dhEmi>${parts.date ?? new Date(Date.now() - 60_000).toISOString()}</dhEmi><tpAmb>${environment}</tpAmb></ide>
<emit><CNPJ>${parts.cnpj ?? '19131243000197'}</CNPJ>${ie === null ? '' : `<IE>${ie}</IE>`}
<enderEmit><UF>${parts.uf ?? 'SP'}</UF><CEP>${parts.cep ?? '01001000'}</CEP></enderEmit></emit>
<dest>${receiver}<enderDest><CEP>${parts.receiverCep ?? '80010000'}</CEP></enderDest></dest>
<det nItem="1"><prod><xProd>Pe&#231;a &amp; acess&#xF3;rio</xProd></prod></det>
<total><ICMSTot><vNF>${parts.total ?? '19.90'}</vNF></ICMSTot></total>
</infNFe></NFe>
<protNFe versao="4.00"><infProt><tpAmb>${environment}</tpAmb><chNFe>${parts.keyInProtocol ?? key}</chNFe>
<cStat>${parts.status ?? '100'}</cStat></infProt></protNFe>
</nfeProc>`;
}
