export interface MoveChoice {
  laneId: string;
  /** See `BoardHandle.move`. */
  before?: number | null;
}

/** A line of the menu. */
export interface Entry extends MoveChoice {
  key: string;
  title: string;
  count?: number;
  icon: 'here' | 'lane' | 'first' | 'last';
}
