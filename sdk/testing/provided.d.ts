import 'vitest';

/** Types of what `inject(…)` answers in a plugin's tests: `"types": ["@balcao/testing/vitest"]` in its tsconfig. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** A running PostgreSQL, as its superuser. `startTestHost` makes a database of its own in it. */
    databaseUrl: string;
  }
}
