import type { ChannelConformanceOptions, ChannelDriver } from './driver.ts';
import type { Stage } from './stage.ts';

/** One requirement that every channel must meet. */
export interface ChannelCheck {
  /** The benefit for a user; the test's title. */
  title: string;
  /** Selects the channels that the check applies to. Absent: all. */
  appliesTo?(driver: ChannelDriver, options: ChannelConformanceOptions): boolean;
  /** Returns every violation; empty: none. */
  run(stage: Stage): Promise<string[]>;
}
