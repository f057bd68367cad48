import { AppError } from '#platform/errors.ts';
import { ADMISSION_CLASSES, admissions, admissionWaiting } from '#platform/metrics/metrics.ts';

type Class = (typeof ADMISSION_CLASSES)[number];

/** Counts, by cost class, the tasks that wait for a place, get one, or are refused. */
export function countAdmissions() {
  const classes = new Map(ADMISSION_CLASSES.map((each) => [each, openCounts(each)] as const));
  const stop = admissionWaiting.watch(() =>
    [...classes].map(([each, { waiting }]) => [{ class: each }, waiting]),
  );
  return {
    /** `enter` passes the gates and then runs the task that it gets. */
    async through<T>(
      name: Class,
      work: () => Promise<T>,
      enter: (counted: () => Promise<T>) => Promise<T>,
    ): Promise<T> {
      const counts = classes.get(name) ?? openCounts(name);
      let isAdmitted = false;
      counts.waiting++;
      try {
        return await enter(() => {
          isAdmitted = true;
          counts.waiting--;
          counts.admitted.inc();
          return work();
        });
      } catch (error) {
        if (!isAdmitted) {
          counts.waiting--;
          counts[isOfEmpresa(error) ? 'refusedEmpresa' : 'refusedAll'].inc();
        }
        throw error;
      }
    },
    stop,
  };
}

/** A gate refuses with `limited` when the empresa or the person exceeds its fair share. */
const isOfEmpresa = (error: unknown) => error instanceof AppError && error.code === 'limited';

const openCounts = (name: Class) => ({
  waiting: 0,
  admitted: admissions({ class: name, outcome: 'admitted' }),
  refusedEmpresa: admissions({ class: name, outcome: 'refused_empresa' }),
  refusedAll: admissions({ class: name, outcome: 'refused_all' }),
});
