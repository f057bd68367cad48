import { editedFunction, USE_SESSION } from '../kit/plant-sql.ts';

export interface Defect {
  sql: string;
  part: 'acceptances' | 'removals' | 'tabs';
}

const ACCEPT = 'auth.accept_convite(uuid, text)';
const ANY_ADDRESS = editedFunction(
  ACCEPT,
  "when lower(v_user.email) <> v_convite.email then 'outro_email'",
  '',
);

export const DEFECTS = {
  'link-joins-anybody': { sql: ANY_ADDRESS, part: 'acceptances' },
  'invite-twice': {
    sql: [ANY_ADDRESS, editedFunction(ACCEPT, "when v_convite.aceito_em is not null then 'usado'", '')].join(
      ';',
    ),
    part: 'acceptances',
  },
  'session-survives-removal': {
    sql: [
      editedFunction(
        USE_SESSION,
        'and m.user_id = s.user_id and m.saiu_em is null',
        'and m.user_id = s.user_id',
      ),
      editedFunction('access_of(text, uuid)', 'own.saiu_em IS NULL', 'true'),
    ].join(';'),
    part: 'removals',
  },
  'tab-writes-to-other-empresa': {
    sql: editedFunction(
      USE_SESSION,
      "format('set local app.empresa_id = %L', p_empresa)",
      "format('set local app.empresa_id = %L', (select empresa_id from auth.sessions where token_hash = p_token))",
    ),
    part: 'tabs',
  },
} satisfies Record<string, Defect>;
