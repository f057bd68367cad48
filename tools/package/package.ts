import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../stack.ts';
import { checksumOf, currentRelease, packDeb } from './deb.ts';
import { billOfMaterials } from './sbom.ts';
import { assemble } from './tree.ts';

/**
 * Builds the Debian package of the built product into dist/ (`pnpm build && pnpm package`). The work needs about 600 MB
 * in the folder for temporary files.
 */
const release = currentRelease();
const work = await mkdtemp(join(tmpdir(), 'prumo-package-'));
try {
  await assemble(join(work, 'tree'));
  const out = join(ROOT, 'dist');
  const file = await packDeb({ tree: join(work, 'tree'), stage: join(work, 'stage'), out, release });
  const sum = await checksumOf(file);
  await writeFile(`${file}.sha256`, `${sum}\n`);
  await writeFile(file.replace(/\.deb$/, '.cdx.json'), await billOfMaterials(release.version, release.epoch));
  console.log(`${sum} (${Math.round((await stat(file)).size / 1e6)} MB)`);
} finally {
  await rm(work, { recursive: true, force: true });
}
