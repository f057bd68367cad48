import { examine } from './doctor/doctor.ts';
import { exitCodeOf, table } from './doctor/verdict.ts';

/** Examines this installation and prints one line per check. Exits with status 1 when a check fails. */
const findings = await examine(process.env);
process.stdout.write(table(findings));
process.exit(exitCodeOf(findings));
