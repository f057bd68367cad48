import { execFile } from 'node:child_process';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place } from '../kit/proof.ts';

const run = promisify(execFile);

/** The disk of the machine, and the file system that holds the disk and its copies. */
const DISK_SIZE = '3G';
const HOLDER_SIZE = '24G';

export interface Disk {
  /** The folder where the disk is mounted. */
  folder: string;
  /**
   * Copies the disk at one instant and mounts the copy. The copy has what reached the disk, and lacks what the
   * operating system of the machine still held in memory. So it is the disk of a machine that lost its power.
   */
  cut(): Promise<Cut>;
}

export interface Cut {
  folder: string;
  discard(): Promise<void>;
}

/**
 * Makes a disk with ext4 in a file on btrfs. btrfs can copy a file at one instant by sharing its blocks (reflink). Needs
 * root, loop devices and btrfs-progs.
 */
export async function openDisk({ folder, onEnd }: Place): Promise<Disk> {
  const holder = await mounted('holder', async () => {
    const file = join(folder, 'holder.img');
    await run('truncate', ['-s', HOLDER_SIZE, file]);
    await run('mkfs.btrfs', ['-q', file]);
    return file;
  });
  onEnd(holder.discard);
  const image = join(holder.folder, 'disk.img');
  const disk = await mounted('disk', async () => {
    await run('truncate', ['-s', DISK_SIZE, image]);
    await run('mkfs.ext4', ['-q', image]);
    return image;
  });
  onEnd(disk.discard);

  async function mounted(name: string, make: () => Promise<string>): Promise<Cut> {
    const file = await make();
    const at = join(folder, name);
    await mkdir(at);
    await run('mount', ['-o', 'loop', file, at]);
    // PostgreSQL runs as another user than root.
    await chmod(at, 0o777);
    return {
      folder: at,
      async discard() {
        await run('umount', [at]);
        await rm(at, { recursive: true });
        await rm(file, { force: true });
      },
    };
  }

  let cuts = 0;
  return {
    folder: disk.folder,
    cut: () =>
      mounted(`cut-${++cuts}`, async () => {
        const copy = join(holder.folder, `cut-${cuts}.img`);
        await run('cp', ['--reflink=always', image, copy]);
        return copy;
      }),
  };
}
