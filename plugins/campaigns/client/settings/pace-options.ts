/** The options of the specification: seconds between messages, messages before a longer pause, and its seconds. */
export const intervalOptions: readonly number[] = [0, 5, 10, 15, 20];
export const afterOptions: readonly number[] = [0, 5, 10, 15, 20];
export const pauseOptions: readonly number[] = [0, 20, 30, 40, 50, 60];
