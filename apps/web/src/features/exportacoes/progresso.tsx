import type { ProgressoDeTabela } from '@prumo/contract/exportacoes.ts';
import { formatInteger } from '#lib/numbers/format.ts';

/** The words of each kind of record. A kind without words is shown by its name. */
const NOMES: Readonly<Record<string, string>> = {
  arquivo: 'Conferência do arquivo',
  arquivos: 'Lista de imagens',
  anuncios: 'Anúncios',
  categorias: 'Categorias',
  categorias_externas: 'Categorias dos marketplaces',
  clientes: 'Clientes',
  depositos: 'Depósitos',
  fornecedores: 'Fornecedores',
  fotos: 'Fotos e logos',
  historico: 'Histórico de alterações',
  marcas: 'Marcas',
  mercado_livre_config: 'Contas de marketplaces',
  movimentos_estoque: 'Movimentos de estoque',
  pedidos: 'Pedidos',
  pedidos_anuncio: 'Títulos dos pedidos',
  politicas: 'Regras de segurança',
  produto_deposito: 'Saldos por depósito',
  produtos: 'Produtos',
  reservas: 'Reservas de vendas',
  vendedores: 'Vendedores',
};

const bar =
  'h-1.5 w-full appearance-none overflow-hidden rounded-full bg-subtle [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-subtle [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[inline-size]';

/** The progress over all kinds of records, and of each kind when the person opens the details. */
export function Progresso({ label, tabelas }: { label: string; tabelas: readonly ProgressoDeTabela[] }) {
  const sum = (of: (each: ProgressoDeTabela) => number) => tabelas.reduce((all, each) => all + of(each), 0);
  const [feitos, total] = [sum((each) => Math.min(each.feitos, each.total)), sum((each) => each.total)];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex justify-between gap-3 text-control">
        <span role="status">{label}</span>
        {total > 0 && (
          <span className="text-muted tabular-nums">
            {formatInteger(feitos)} de {formatInteger(total)}
          </span>
        )}
      </div>
      <progress aria-label={label} className={bar} value={total > 0 ? feitos / total : 0} />
      {tabelas.length > 0 && (
        <details className="text-control">
          <summary className="cursor-pointer rounded-small text-muted">Ver por tipo de registro</summary>
          <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {tabelas.map((each) => (
              <li key={each.tabela} className="flex justify-between gap-3">
                <span className="min-w-0 truncate">{NOMES[each.tabela] ?? each.tabela}</span>
                <span className="text-muted tabular-nums">
                  {formatInteger(each.feitos)} de {formatInteger(each.total)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
