export type LaneCommand = 'edit' | 'followUp' | 'left' | 'right' | 'remove';
