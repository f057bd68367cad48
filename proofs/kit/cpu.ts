import { readFile } from 'node:fs/promises';

/** The unit of /proc/<pid>/stat: USER_HZ is 100 on every Linux. */
const TICKS_PER_SECOND = 100;

/** The CPU time of the processes, threads included. A process that has ended counts as 0. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  const ticks = stats.map((stat) => {
    // The second field is the command in parentheses, which may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}
