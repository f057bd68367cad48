import type { Edit } from '../kit/edits.ts';

export type Part = 'attack' | 'confined' | 'repeated' | 'starts';

interface Defect {
  edits: readonly Edit[];
  part: Part;
  /** The figure that must miss its bar. */
  by: RegExp;
}

const IMAGES = 'platform/images/images.ts';
const ROUTES = 'modules/arquivos/arquivos.routes.ts';

/** The defects of `prove:images --planted`. */
export const DEFECTS = {
  /** The former behaviour: all empresas share the processes and one queue. */
  'one-queue': {
    edits: [
      {
        file: IMAGES,
        from: 'isFast(empresaId) ? processes : 1',
        to: 'isFast(empresaId) ? processes : processes',
      },
      { file: IMAGES, from: 'pace.isSlow(empresaId, performance.now())', to: 'false && empresaId !== ""' },
      { file: IMAGES, from: 'gate.run(empresaId, async', to: "gate.run('everybody', async" },
    ],
    part: 'attack',
    by: /of others/,
  },
  'same-user': {
    edits: [
      {
        file: 'platform/images/confine.ts',
        from: 'has(CAP_SETUID) && has(CAP_SETGID) && has(CAP_KILL);',
        to: 'has(CAP_SETUID) && has(CAP_SETGID) && has(CAP_KILL) && false;',
      },
    ],
    part: 'confined',
    by: /the user of http/,
  },
  'rights-kept': {
    edits: [{ file: 'platform/images/confine.ts', from: 'found.push(...command)', to: 'found.push()' }],
    part: 'confined',
    by: /may gain rights/,
  },
  'key-claimed-late': {
    edits: [
      { file: ROUTES, from: 'if (earlier) return earlier.answer;', to: '' },
      {
        file: ROUTES,
        from: 'if (answered instanceof AppError || answered.id !== id) await discard(req, key, id);',
        to: 'void discard;',
      },
    ],
    part: 'repeated',
    by: /under one key/,
  },
  'secrets-in-environment': {
    edits: [{ file: 'main.http.ts', from: 'refuseSecretsInEnvironment(config);', to: '' }],
    part: 'starts',
    by: /with secrets in its environment/,
  },
  'foreign-keys': {
    edits: [
      { file: 'parts.ts', from: 'await checkKeys(db, config.SECRET_KEYS)', to: 'await Promise.resolve()' },
    ],
    part: 'starts',
    by: /with foreign keys/,
  },
} satisfies Record<string, Defect>;
