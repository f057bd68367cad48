import type { Sessao } from '@prumo/contract/acesso.ts';
import type { Database } from '#platform/db.ts';

interface Row {
  user_id: string;
  empresa_id: string;
  empresa_nome: string;
  full_name: string | null;
  email: string;
  expires_at: string;
}

export async function selectSessao(db: Database, token: string): Promise<Sessao | null> {
  const [row] = await db.global<Row>(
    'select user_id, empresa_id, empresa_nome, full_name, email, expires_at from session_of($1)',
    [token],
  );
  return row
    ? {
        usuario: { id: row.user_id, email: row.email, user_metadata: { full_name: row.full_name } },
        empresa: { id: row.empresa_id, nome: row.empresa_nome },
        expira_em: row.expires_at,
      }
    : null;
}
