export const PARTITIONS = 16;

/** One of the 16 parts while this node owns it. Taken again after a loss, it is a new object. */
export class Partition {
  readonly number: number;
  /** False from the moment the part is given back or lost: nothing new of it is started. */
  active = true;
  /** The lock is gone: another node may own the part, so nothing of it may be written any more. */
  lost = false;
  /** Parked events of each lane; a lane with any delivers nothing new but parks it behind. */
  readonly blocked = new Map<string, number>();

  constructor(number: number) {
    this.number = number;
  }

  block(lane: string, by = 1): void {
    const left = (this.blocked.get(lane) ?? 0) + by;
    if (left > 0) this.blocked.set(lane, left);
    else this.blocked.delete(lane);
  }
}
