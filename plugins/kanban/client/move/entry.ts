export interface MoveChoice {
  laneId: string;
  /** See `BoardHandle.move`. */
  before?: number | null;
  /** Another board; absent: the present one. */
  kanbanId?: number;
  /** The lane as it is shown. */
  title: string;
}

/** A line of the menu. */
export interface Entry extends MoveChoice {
  key: string;
  count?: number;
  icon: 'here' | 'lane' | 'first' | 'last' | 'board';
}
