export const levels = ['low', 'normal', 'high'] as const;
export type Level = (typeof levels)[number];

/** Query parameter of the ticket list. */
export const filterParameter = 'urgency';
