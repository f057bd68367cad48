const RECORDS =
  'a record of the empresa: a person deletes it, or the empresa goes with everything (ADR 0065)';
const MARKETPLACE = 'a record of sales and anuncios, which the analyses compare over years';
const SUMS = 'sums of other tables, which do not grow with their age';
const ONE_ROW = 'one row for each empresa, person, conta, anuncio or list';
const FEW = 'few rows, which say who did something that the empresa may have to prove (LGPD, art. 37)';
const INSTALLATION = 'a few rows for the whole installation';

/** The tables whose rows stay, with the reason. */
export const KEPT: Readonly<Record<string, string>> = {
  ...reason(
    RECORDS,
    'marcas categorias fornecedores clientes vendedores depositos produtos produto_deposito',
  ),
  ...reason(RECORDS, 'produto_fotos empresas visoes mercado_livre_config mercado_livre_tokens'),
  ...reason('the ledger of stock: every saldo is its sum (ADR 0034)', 'movimentos_estoque'),
  ...reason(
    'what sales promise and take of the stock, so that a repeated message changes nothing (ADR 0111)',
    'reservas reservas_conferencias',
  ),
  ...reason(MARKETPLACE, 'pedidos pedidos_anuncio anuncios categorias_externas'),
  ...reason(
    'the state of a sale, without which a late message could change its stock (ADR 0110)',
    'vendas vendas_envios vendas_devolucoes',
  ),
  ...reason(
    'what a sale cost and what the marketplace charged for it, which a tax inspection may ask for (ADR 0122, 0123)',
    'pedido_custos fatura_linhas faturas',
  ),
  ...reason('the proof that a note was sent for a parcel, and for which one (ADR 0119)', 'notas'),
  ...reason(
    'the sales at the counter, which receipts and comissoes name (ADR 0125)',
    'vendas_balcao vendas_balcao_itens',
  ),
  ...reason('the work on a sale, which a late message may open again (ADR 0116)', 'pedidos_fila'),
  ...reason(SUMS, 'contadores pedidos_dia pedidos_anuncio_dia pedidos_anuncio_bloco'),
  ...reason(ONE_ROW, 'atividades_cadeias atividades_recusas comecos_ocultos exclusoes exibicoes lembretes'),
  ...reason(ONE_ROW, 'vendas_config vendas_anuncios publicacoes aliquotas anuncios_leituras'),
  ...reason('deleted when the reading of the conta ends, and before the next one', 'anuncios_leituras_itens'),
  ...reason(ONE_ROW, 'pedidos_atraso pedidos_sincronia transferencias auth.accounts marketplaces.donos'),
  ...reason(FEW, 'membros convites politicas retencoes exportacoes restauracoes pedidos_de_titulares'),
  ...reason('at most ten for each person', 'auth.backup_codes'),
  ...reason('lines that the worker seals within seconds', 'atividades_pendentes'),
  ...reason('notes that the worker deletes within seconds', 'anuncios_a_comparar'),
  ...reason('the names of authors in a restored history', 'autores'),
  ...reason(INSTALLATION, 'schema_migrations release.backfills secrets.key_checks'),
  ...reason(INSTALLATION, 'marketplaces.marketplace_budget'),
  ...reason('one row for each kind of backup and for each restore', 'recovery.backups recovery.restores'),
  ...reason(INSTALLATION, 'pgboss.bam pgboss.queue pgboss.queue_stats pgboss.schedule pgboss.subscription'),
  ...reason(INSTALLATION, 'pgboss.version pgboss.warning'),
};

function reason(why: string, tables: string): Record<string, string> {
  return Object.fromEntries(tables.split(' ').map((table) => [table, why]));
}
