export const PARTITIONS = 16;

/** One of the 16 partitions while this node owns it. A partition that is claimed again after a loss is a new object. */
export class Partition {
  readonly number: number;
  /** False from the moment the partition is released or lost: nothing new of it is started. */
  active = true;
  /** True when the lock is gone. Another node may own the partition, so nothing of it may be written any more. */
  lost = false;
  /** Number of retrying events per ordering key. While a key has any, its new events are queued behind them. */
  readonly blocked = new Map<string, number>();

  constructor(number: number) {
    this.number = number;
  }

  block(orderingKey: string, by = 1): void {
    const left = (this.blocked.get(orderingKey) ?? 0) + by;
    if (left > 0) this.blocked.set(orderingKey, left);
    else this.blocked.delete(orderingKey);
  }
}
