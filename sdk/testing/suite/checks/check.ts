import type { PluginFolder } from '../plugin-folder.ts';
import type { Subject } from '../suite-host.ts';

/** One requirement that every plugin must meet. */
export interface Check {
  /** The benefit for a user; the test's title. */
  title: string;
  /** Selects the plugins that the check applies to. Absent: all. */
  appliesTo?(plugin: PluginFolder): boolean;
  /** Returns every violation with its position; empty: none. */
  run(subject: Subject): Promise<string[]>;
}

/** Waits for an effect of a response; undefined if it does not occur in time. */
export const eventually = async <T>(
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 10_000,
): Promise<T | undefined> => {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > until) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
