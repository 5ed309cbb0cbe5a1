import type { Attempts as PluginAttempts } from '@balcao/sdk/server';
import type { Attempts, Limit } from './attempts.ts';

/** Attempts that a plugin counts, separate from those of other plugins and companies. */
export const attemptsFor = (attempts: Attempts, plugin: string, companyId: number): PluginAttempts => {
  const limitOf = (name: string, of: string | number, { max, seconds } = { max: 0, seconds: 0 }): Limit => ({
    name: `plugin:${plugin}:${companyId}:${name}`,
    of: String(of),
    max: max,
    seconds,
  });
  return {
    count: (name, of, limit) => attempts.count([limitOf(name, of, limit)]),
    forgive: (name, of) => attempts.uncount([limitOf(name, of)]),
  };
};
