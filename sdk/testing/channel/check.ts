import type { ChannelConformanceOptions, ChannelDriver } from './driver.ts';
import type { Stage } from './stage.ts';

/** One thing every channel is held to. */
export interface ChannelCheck {
  /** What a user gets from it: the test's title. */
  says: string;
  /** For which providers. Absent: all. */
  concerns?(driver: ChannelDriver, options: ChannelConformanceOptions): boolean;
  /** Every breach; empty: none. */
  look(stage: Stage): Promise<string[]>;
}
