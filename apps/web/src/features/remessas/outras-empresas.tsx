import { minhasEmpresas } from '@prumo/contract/minhas-empresas.ts';
import { type EstoqueDaEmpresa, type ProdutoDaEmpresa, remessas } from '@prumo/contract/remessas.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#lib/api.ts';
import { formatQuantity } from '#lib/numbers/format.ts';
import { useSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import type { RemessaStart } from './remessa.ts';
import { hasStock, type Starts, startsOf } from './starts.ts';

/** How long an answer stays fresh. It shows stock, which must not be minutes old. */
const FRESH_FOR = 10_000;

interface OutrasEmpresasProps {
  codigo: string;
  onSend: (start: RemessaStart) => void;
}

/** Shows the stock of a code in the other empresas of the person. */
export function OutrasEmpresas({ codigo, onSend }: OutrasEmpresasProps) {
  const { session } = useSession();
  const mine = useQuery(queryOf(minhasEmpresas.list)).data?.itens ?? [];
  const { data, error, refetch } = useQuery({
    ...queryOf(remessas.estoque, { query: { codigo } }),
    staleTime: FRESH_FOR,
  });
  if (!session) return null;
  const here = session.empresa;
  const own = data?.itens.find(({ empresa }) => empresa.id === here.id)?.produtos ?? [];
  const others = data?.itens.filter(({ empresa }) => empresa.id !== here.id) ?? [];
  const unread = data?.nao_lidas.filter(({ empresa }) => empresa.id !== here.id) ?? [];
  return (
    <section
      aria-label="Nas suas outras empresas"
      aria-busy={!data && !error}
      className="flex flex-col gap-1 border-t px-4 py-2.5 text-control not-has-[*]:hidden"
    >
      {error && (
        <div role="alert" className="flex items-center justify-between gap-3">
          As outras empresas não foram lidas. {error.message}
          <Button onClick={() => void refetch()}>Tentar de novo</Button>
        </div>
      )}
      {data && others.length === 0 && unread.length === 0 && (
        <p className="text-muted">Nenhuma outra empresa sua tem este código.</p>
      )}
      {others.flatMap(({ empresa, produtos }) =>
        produtos.map((produto) => (
          <Line
            key={produto.id}
            empresa={empresa}
            produto={produto}
            isOneOfSeveral={produtos.length > 1}
            starts={startsOf({ here, own, empresa, produto, mine })}
            onSend={onSend}
          />
        )),
      )}
      {unread.map(({ empresa, mensagem }) => (
        <p key={empresa.id} className="text-warn-fg">
          {empresa.nome} não foi lida. {mensagem}
        </p>
      ))}
    </section>
  );
}

interface LineProps {
  empresa: EstoqueDaEmpresa['empresa'];
  produto: ProdutoDaEmpresa;
  isOneOfSeveral: boolean;
  starts: Starts;
  onSend: (start: RemessaStart) => void;
}

function Line({ empresa, produto, isOneOfSeveral, starts, onSend }: LineProps) {
  const { toHere, fromHere } = starts;
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="min-w-0 break-words">
        {hasStock(produto) ? (
          <>
            Tem em {empresa.nome}: <span className="font-medium">{formatQuantity(produto.estoque)}</span>
          </>
        ) : (
          <span className="text-muted">Sem estoque em {empresa.nome}</span>
        )}
        {isOneOfSeveral && <span className="text-muted"> ({produto.sku})</span>}
      </p>
      <div className="flex gap-1 max-md:-ml-3">
        {toHere && (
          <Button
            look="ghost"
            aria-label={`Transferir para cá, de ${empresa.nome}`}
            onClick={() => onSend(toHere)}
          >
            Transferir para cá
          </Button>
        )}
        {fromHere && (
          <Button
            look="ghost"
            aria-label={`Transferir daqui para ${empresa.nome}`}
            onClick={() => onSend(fromHere)}
          >
            Transferir daqui
          </Button>
        )}
      </div>
    </div>
  );
}
