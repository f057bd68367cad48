/** Settings of PostgreSQL that lose acknowledged writes when the power fails. */
export const DEFECTS = {
  /** PostgreSQL acknowledges a commit before its log is on the disk. */
  'synchronous-commit-off': { synchronous_commit: 'off', wal_writer_delay: '10s' },
  /** PostgreSQL leaves the writing to the operating system. */
  'fsync-off': { fsync: 'off' },
};
