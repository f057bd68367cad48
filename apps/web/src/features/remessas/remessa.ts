import type { ProdutoDaEmpresa } from '@prumo/contract/remessas.ts';

interface Empresa {
  id: string;
  nome: string;
}

/** What the person has chosen before the form of a remessa opens. */
export interface RemessaStart {
  de: { empresa: Empresa; produto: ProdutoDaEmpresa };
  /** `sku` is the SKU of the produto there, or a guess when that empresa does not have the code. */
  para: { empresa: Empresa; sku: string };
}
