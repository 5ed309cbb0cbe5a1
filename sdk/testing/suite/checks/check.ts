import type { PluginFolder } from '../plugin-folder.ts';
import type { Subject } from '../stand.ts';

/** One thing every plugin is held to. */
export interface Check {
  /** What a user gets from it: the test's title. */
  says: string;
  /** For which plugins. Absent: all. */
  concerns?(plugin: PluginFolder): boolean;
  /** Every breach, each with its place; empty: none. */
  look(subject: Subject): Promise<string[]>;
}

/** Waits for what happens after an answer; undefined when it does not happen in time. */
export const eventually = async <T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 10_000,
): Promise<T | undefined> => {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > until) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
