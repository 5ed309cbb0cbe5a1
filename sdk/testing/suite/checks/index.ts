import { permissions, sessions } from './access.ts';
import { apart, filledTables } from './apart.ts';
import { badInput } from './bad-input.ts';
import { browserPart } from './browser-part.ts';
import type { Check } from './check.ts';
import { secondStart, upgrades } from './migrations.ts';
import { standing } from './standing.ts';
import { looseEnds, switching } from './switching.ts';
import { texts } from './texts.ts';

/** In this order: checks that damage rows come last. */
export const checks: readonly Check[] = [
  standing,
  texts,
  browserPart,
  filledTables,
  secondStart,
  upgrades,
  sessions,
  permissions,
  apart,
  switching,
  looseEnds,
  badInput,
];
