import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../kit/proof.ts';
import { run } from './machine.ts';

const SIZE_MB = 64;
/** The share of the free space that the fault takes. */
const FILL = 0.95;

/** A small real file system, which the fault fills. Only root may mount it. */
export async function openDisk({ folder, onEnd }: Place) {
  const [image, mount] = [join(folder, 'disk.img'), join(folder, 'disk')];
  run('truncate', ['-s', `${SIZE_MB}M`, image]);
  run('mkfs.ext4', ['-q', '-m', '0', image]);
  run('mkdir', [mount]);
  run('mount', ['-o', 'loop', image, mount]);
  onEnd(async () => run('umount', [mount]));
  const large = join(mount, 'large');
  return {
    folder: mount,
    async fill(): Promise<void> {
      const { bavail, bsize } = await statfs(mount);
      await writeFile(large, Buffer.alloc(Math.floor(bavail * bsize * FILL)));
    },
    empty: () => rm(large),
  };
}
