import type { MinhaEmpresa } from '@prumo/contract/minhas-empresas.ts';
import { temDireito } from '@prumo/contract/papeis.ts';
import type { EstoqueDaEmpresa, ProdutoDaEmpresa } from '@prumo/contract/remessas.ts';
import type { RemessaStart } from './remessa.ts';

export interface Starts {
  toHere: RemessaStart | undefined;
  fromHere: RemessaStart | undefined;
}

interface Situation {
  here: Pick<MinhaEmpresa, 'id' | 'nome'> & { direitos: readonly string[] };
  /** The produtos with the code in the empresa of this tab. */
  own: readonly ProdutoDaEmpresa[];
  empresa: EstoqueDaEmpresa['empresa'];
  produto: ProdutoDaEmpresa;
  mine: readonly MinhaEmpresa[];
}

/** The remessas that the server would not refuse: the person may move stock in both empresas, and there is some. */
export function startsOf({ here, own, empresa, produto, mine }: Situation): Starts {
  const papel = mine.find(({ id }) => id === empresa.id)?.papel;
  const may =
    here.direitos.includes('movimentar_estoque') &&
    papel !== undefined &&
    temDireito(papel, 'movimentar_estoque');
  const [first] = own;
  const sent = own.find(hasStock);
  const tab = { id: here.id, nome: here.nome };
  return {
    toHere:
      may && hasStock(produto)
        ? { de: { empresa, produto }, para: { empresa: tab, sku: first?.sku ?? produto.sku } }
        : undefined,
    fromHere:
      may && sent ? { de: { empresa: tab, produto: sent }, para: { empresa, sku: produto.sku } } : undefined,
  };
}

export const hasStock = ({ estoque }: ProdutoDaEmpresa) => Number(estoque) > 0;
