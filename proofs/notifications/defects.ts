import type { Edit } from '../kit/edits.ts';

/**
 * A defect of `prove:notifications --planted`: edits of the server's source, or SQL that changes the
 * database.
 */
interface Defect {
  edits?: readonly Edit[];
  sql?: string;
  part: 'burst' | 'sameTime' | 'changedWhileRead' | 'heldStill' | 'killed' | 'flood';
  /** The figure that must miss its bar. */
  by: RegExp;
}

const QUERIES = 'modules/notificacoes/notificacoes.queries.ts';

/** Removes the deduplication, so that every notification becomes a row. */
const NO_KEY = `
  do $$
  declare
    definition text := pg_get_functiondef('receive_notificacoes(jsonb)'::regprocedure);
    changed text := regexp_replace(definition, 'on conflict .*?n\\.lendo_vez = n\\.vez', '');
  begin
    if changed = definition then
      raise exception 'receive_notificacoes has no on conflict clause';
    end if;
    execute changed;
    alter table notificacoes drop constraint notificacoes_pkey;
  end $$`;

export const DEFECTS = {
  'not-deduplicated': { sql: NO_KEY, part: 'burst', by: /orders recorded/ },
  'not-verified': {
    edits: [
      {
        file: 'modules/mercado-livre/notifications.ts',
        from: "if (data.application_id !== clientId) return 'application';",
        to: '',
      },
    ],
    part: 'burst',
    by: /orders recorded/,
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
        from: 'await inbox.take(',
        to: 'void inbox.take(',
      },
    ],
    part: 'killed',
    by: /acknowledged and lost/,
  },
  'time-tells-who': {
    edits: [{ file: 'modules/notificacoes/inbox.ts', from: 'SOONEST_MS = 25', to: 'SOONEST_MS = 0' }],
    part: 'sameTime',
    by: /later than for an unknown one/,
  },
  'address-trusted': {
    edits: [
      {
        file: 'modules/notificacoes/notificacoes.routes.ts',
        from: 'const isTrusted = secrets.length > 0 ? segment !== null && isSecret(segment) : addresses !== null;',
        to: 'const isTrusted = true;',
      },
    ],
    part: 'flood',
    by: /rows of made-up|calls for a thousand/,
  },
} satisfies Record<string, Defect>;
