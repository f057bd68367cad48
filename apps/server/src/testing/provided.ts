/** The services that `tools/test-setup.ts` starts once for the whole run. */
declare module 'vitest' {
  interface ProvidedContext {
    postgresPort: number;
    templateDatabase: string;
    mail: { smtp: number; page: number };
    s3: { endpoint: string; key: string; secret: string };
  }
}

export {};
