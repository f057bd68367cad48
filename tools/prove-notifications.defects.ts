import type { Edit } from './prove-lookups.defects.ts';

/** What `prove:notifications --planted` plants: a line of the server, or of a function in the database, read otherwise than it is written. */
interface Defect {
  edits?: readonly Edit[];
  sql?: string;
  part: 'burst' | 'sameTime' | 'changedWhileRead' | 'heldStill' | 'killed';
  /** Which figure must notice. */
  by: RegExp;
}

const QUERIES = 'modules/notificacoes/notificacoes.queries.ts';

/** Every notification is a row of its own. */
const NO_KEY = `
  do $$
  declare
    definition text := pg_get_functiondef('receive_notificacoes(jsonb)'::regprocedure);
    changed text := regexp_replace(definition, 'on conflict .*?n\\.lendo_vez = n\\.vez', '');
  begin
    if changed = definition then
      raise exception 'receive_notificacoes no longer says on conflict';
    end if;
    execute changed;
    alter table notificacoes drop constraint notificacoes_pkey;
  end $$`;

export const DEFECTS = {
  'not-deduplicated': { sql: NO_KEY, part: 'burst', by: /things noted/ },
  'not-verified': {
    edits: [
      {
        file: 'modules/mercado-livre/notifications.ts',
        from: "if (data.application_id !== clientId) return 'application';",
        to: '',
      },
    ],
    part: 'burst',
    by: /things noted/,
  },
  'told-while-read-forgotten': {
    edits: [
      {
        file: QUERIES,
        from: 'pendente = not f."isRead" or n.vez <> f.vez',
        to: 'pendente = not f."isRead"',
      },
    ],
    part: 'changedWhileRead',
    by: /unlike the seller's own/,
  },
  'older-replaces-newer': {
    edits: [
      {
        file: 'modules/pedidos/pedidos.queries.ts',
        from: 'where p.atualizado_em <= excluded.atualizado_em\n      and (',
        to: 'where (',
      },
    ],
    part: 'heldStill',
    by: /unlike the seller's own|older written over newer/,
  },
  'answered-before-kept': {
    edits: [
      {
        file: 'modules/notificacoes/notificacoes.routes.ts',
        from: 'else await inbox.take(',
        to: 'else void inbox.take(',
      },
    ],
    part: 'killed',
    by: /acknowledged and lost/,
  },
  'time-tells-who': {
    edits: [{ file: 'modules/notificacoes/inbox.ts', from: 'SOONEST_MS = 25', to: 'SOONEST_MS = 0' }],
    part: 'sameTime',
    by: /later than for a stranger/,
  },
} satisfies Record<string, Defect>;
