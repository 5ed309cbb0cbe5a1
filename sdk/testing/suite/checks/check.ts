import type { PluginFolder } from '../plugin-folder.ts';
import type { Subject } from '../suite-host.ts';

/** One requirement that every plugin must meet. */
export interface Check {
  /** The benefit for a user; the test's title. */
  title: string;
  /** Selects the plugins that the check applies to. Absent: all. */
  appliesTo?(plugin: PluginFolder): boolean;
  /** True for a check that changes rows of `ours`: it gets the company that serves this plugin only. */
  isDamaging?: boolean;
  /** Returns every violation with its position; empty: none. */
  run(subject: Subject): Promise<string[]>;
}
