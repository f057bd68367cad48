import { migrate } from '../../apps/server/src/platform/release/migrate.ts';

/** The release step on the migrations of a folder, in a process of its own that the proof can kill. */
const { MIGRATE_DATABASE_URL: url = '', MIGRATIONS: directory = '' } = process.env;
await migrate({ url, directory, isQuiet: true, say: (line) => console.log(line) });
