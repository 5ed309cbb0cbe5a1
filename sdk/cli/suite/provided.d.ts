import 'vitest';

/** Types of `inject(…)` in a plugin's tests: `"types": ["@balcao/sdk/vitest"]` in its tsconfig. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a running PostgreSQL, as superuser. `startTestHost` creates a database in it. */
    databaseUrl: string;
  }
}
