export type LaneCommand = 'add' | 'edit' | 'followUp' | 'left' | 'right' | 'remove';
