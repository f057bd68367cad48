import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import type { Access, Database } from '#platform/db.ts';
import type { Images } from '#platform/images.ts';
import type { Jobs } from '#platform/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Storage } from '#platform/storage.ts';
import type { TenantDb } from '#platform/tenant-db.ts';

/** What the steps of an importacao work with. */
export interface ImportParts {
  db: Database;
  tokens: Tokens;
  client: Client;
  storage: Storage;
  images: Images;
  jobs: Pick<Jobs, 'enqueue'>;
  arquivos: Arquivos;
  log: Log;
  /** Photos come from these and from nowhere else. */
  pictureHosts: readonly string[];
  quotaBytes: number;
}

/** The right to work on an importacao, in the name of whoever began it. Whoever has an older `vez` has lost it. */
export interface Turn {
  empresaId: string;
  importacaoId: string;
  userId: string;
  vez: number;
}

/** What a batch came to: `lost` where somebody else has the turn, and nothing was written. */
export type Outcome = 'lost' | 'more' | 'done';

export type Passo = 'buscar' | 'ler' | 'comparar' | 'importar' | 'fotos';

/** An importacao as its steps see it. */
export interface HeldImportacao {
  id: string;
  conta_id: string;
  user_ml_id: string;
  passo: Passo;
  estados: string[];
  deposito_id: string | null;
  fornecedor_id: string | null;
  estoque_full: boolean;
}

export const accessOf = ({ empresaId, userId }: Turn): Access => ({ sessionHash: null, empresaId, userId });

const HELD = `id, conta_id, user_ml_id::text, passo, estados, deposito_id, fornecedor_id, estoque_full`;

/**
 * First in every transaction of a step: undefined where somebody else has the turn, and then nothing is to be written.
 * Until the transaction ends nobody takes it. What held the importacao up is over. A job may be handed out twice: whoever
 * finds another `passo` than theirs has lost it too.
 */
export async function holdTurn(tx: TenantDb, turn: Turn): Promise<HeldImportacao | undefined> {
  const [row] = await tx.query<HeldImportacao>(
    `update importacoes set passo_em = now(), progresso_em = now(), aviso = null
     where empresa_id = $1 and id = $2 and vez = $3 and situacao in ('lendo', 'importando') returning ${HELD}`,
    [turn.importacaoId, turn.vez],
  );
  return row;
}

/** How it stands, without holding it; undefined where it is somebody else's turn. */
export async function selectTurn(tx: TenantDb, turn: Turn): Promise<HeldImportacao | undefined> {
  const [row] = await tx.query<HeldImportacao>(
    `select ${HELD} from importacoes
     where empresa_id = $1 and id = $2 and vez = $3 and situacao in ('lendo', 'importando')`,
    [turn.importacaoId, turn.vez],
  );
  return row;
}
