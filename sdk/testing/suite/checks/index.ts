import { permissions, sessions } from './access.ts';
import { isolation, filledTables } from './isolation.ts';
import { badInput } from './bad-input.ts';
import { browserPart } from './browser-part.ts';
import type { Check } from './check.ts';
import { secondStart, upgrades } from './migrations.ts';
import { declarations } from './declarations.ts';
import { sideEffects, switching } from './switching.ts';
import { texts } from './texts.ts';

/** In this order: checks that damage rows come last. */
export const checks: readonly Check[] = [
  declarations,
  texts,
  browserPart,
  filledTables,
  secondStart,
  upgrades,
  sessions,
  permissions,
  isolation,
  switching,
  sideEffects,
  badInput,
];
