import { chmod, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes the result of a command that ends, such as `stock-check`, for the textfile collector of node_exporter, which
 * shows it until the next run. Other users may read the file, because node_exporter has its own user.
 */
export async function writeResult(
  folder: string,
  name: string,
  gauges: Readonly<Record<string, { help: string; value: number }>>,
): Promise<void> {
  const lines = Object.entries(gauges).flatMap(([metric, { help, value }]) => [
    `# HELP ${metric} ${help}`,
    `# TYPE ${metric} gauge`,
    `${metric} ${value}`,
  ]);
  const file = join(folder, `${name}.prom`);
  // node_exporter reads only names that end in .prom, so it never reads half a file.
  await writeFile(`${file}.new`, `${lines.join('\n')}\n`);
  await chmod(`${file}.new`, 0o644);
  await rename(`${file}.new`, file);
}
