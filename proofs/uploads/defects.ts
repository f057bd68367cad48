import { join } from 'node:path';
import type { Edit } from '../kit/edits.ts';

interface Defect {
  edits: readonly Edit[];
  part: 'images' | 'restores';
  /** The figure that must miss its bar. */
  by: RegExp;
}

const CONFINE = 'platform/images/confine.ts';
const PROOFS = join(import.meta.dirname, '..');

/** The image process gets neither the environment nor the files of the proof, so an edit of it has to let both in. */
const INSIDE_IMAGES: readonly Edit[] = [
  {
    file: CONFINE,
    from: "{ PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }",
    to: "{ PATH: '/usr/sbin:/usr/bin:/sbin:/bin', NODE_OPTIONS: process.env['NODE_OPTIONS'], PLANTED_EDITS: process.env['PLANTED_EDITS'] }",
  },
  {
    file: CONFINE,
    from: 'const readable = [dirname(entry)];',
    to: `const readable = [dirname(entry), '${PROOFS}'];`,
  },
];

export const DEFECTS = {
  'original-stored': {
    edits: [
      {
        file: 'modules/arquivos/arquivos.routes.ts',
        from: 'await storage.put(key, image.bytes, image.tipo);',
        to: 'await storage.put(key, source, image.tipo);',
      },
    ],
    part: 'images',
    by: /not re-encoded/,
  },
  'metadata-kept': {
    edits: [
      ...INSIDE_IMAGES,
      {
        file: 'platform/images/images.process.ts',
        from: '.webp({ quality: 82 })',
        to: '.keepMetadata().webp({ quality: 82 })',
      },
    ],
    part: 'images',
    by: /not re-encoded/,
  },
  'type-guessed': {
    edits: [{ file: 'platform/http/media.ts', from: "'x-content-type-options': 'nosniff',", to: '' }],
    part: 'images',
    by: /headers/,
  },
  'no-limit-of-pixels': {
    edits: [
      ...INSIDE_IMAGES,
      {
        file: 'platform/images/images.process.ts',
        from: 'const MAX_PIXELS = 25_000_000;',
        to: 'const MAX_PIXELS = 900_000_000;',
      },
    ],
    part: 'images',
    by: /wrong outcomes|memory/,
  },
  'photo-unchecked': {
    edits: [
      {
        file: 'modules/restauracoes/photos.ts',
        from: '!tipo || !isPlainWebp(bytes)',
        to: '!tipo || (isPlainWebp(bytes) && false)',
      },
    ],
    part: 'restores',
    by: /wrong outcomes|not re-encoded/,
  },
  'any-name-in-a-zip': {
    edits: [
      {
        file: 'modules/restauracoes/file.ts',
        from: 'isName: (nome: string) => NAME.test(nome),',
        to: 'isName: (nome: string) => NAME.test(nome) || true,',
      },
    ],
    part: 'restores',
    by: /wrong outcomes/,
  },
} satisfies Record<string, Defect>;
