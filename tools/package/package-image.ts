import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../stack.ts';
import { packCompose } from './compose.ts';
import { checksumOf, currentRelease } from './deb.ts';
import { buildImage, IMAGE, saveImage } from './image.ts';
import { billOfMaterials } from './sbom.ts';

/**
 * Builds the container image of the built product as `localhost/prumo:latest`, and writes it as an archive with its
 * checksum and its bill of materials into dist/, with the archive of the compose file (`pnpm build && pnpm
 * package:image`). `--base=<image>` names a local Debian image, for a machine that reaches no registry. The work needs
 * about 1 GB in the folder for temporary files.
 */
const { values } = parseArgs({ options: { base: { type: 'string' } } });
const release = currentRelease();
const work = await mkdtemp(join(tmpdir(), 'prumo-image-'));
try {
  const image = await buildImage({
    ...{ name: IMAGE, work: join(work, 'image'), release },
    ...(values.base && { base: values.base }),
  });
  const out = join(ROOT, 'dist');
  const compose = await packCompose({ stage: join(work, 'compose'), out, release });
  const archive = join(out, `prumo_${release.version}_image.tar`);
  await saveImage(image, archive);
  for (const file of [archive, compose]) await writeFile(`${file}.sha256`, `${await checksumOf(file)}\n`);
  await writeFile(
    archive.replace(/\.tar$/, '.cdx.json'),
    await billOfMaterials(release.version, release.epoch, image.components),
  );
  console.log(`${image.name} ${image.digest} (${Math.round(image.bytes / 1e6)} MB)`);
} finally {
  await rm(work, { recursive: true, force: true });
}
