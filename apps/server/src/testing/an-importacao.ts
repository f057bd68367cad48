type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Writes a finished importacao with the produtos of each outcome. Returns its id. */
export async function anImportacao(
  sql: Sql,
  { empresaId, userId }: { empresaId: string; userId: string },
  outcomes: Readonly<Record<string, readonly string[]>>,
): Promise<string> {
  const [row] = await sql(
    `with history as (select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true)),
     conta as (
       insert into mercado_livre_config (empresa_id, user_id, marketplace, user_ml_id, active)
       select $1::uuid, $2::uuid, 'mercado-livre', gen_random_uuid()::text, false from history returning id, user_ml_id)
     insert into importacoes (empresa_id, user_id, conta_id, marketplace, seller_id, situacao, estados)
     select $1::uuid, $2::uuid, id, 'mercado-livre', user_ml_id, 'concluida', '{ativos}' from conta returning id`,
    [empresaId, userId],
  );
  const id = String(row?.['id']);
  for (const [resultado, produtos] of Object.entries(outcomes))
    await sql(
      `insert into importacao_itens (empresa_id, importacao_id, anuncio_id, resultado, produto_id)
       select $1, $2, 'MLB' || p.id, $3, p.id from unnest($4::uuid[]) p (id)`,
      [empresaId, id, resultado, produtos],
    );
  return id;
}
