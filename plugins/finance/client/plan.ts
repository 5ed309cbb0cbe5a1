export interface Plan {
  id: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  /** In reais. */
  value: number;
  /** Not offered: only for companies to which a super user assigns it. */
  hidden: boolean;
}

/** Converts reais of the wire (`149.9`, `'149.90'`) to cents. */
export const centsOf = (value: number | string): number => Math.round(Number(value) * 100);

/** Returns noon of a day: at noon it is the same day in every time zone of the company. */
export const noonOf = (day: string): string => `${day}T12:00:00Z`;

const months: Record<string, number> = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 };
export const recurrences = Object.keys(months);
export const monthsOf = (recurrence: string): number => months[recurrence] ?? 1;
/** Returns a plan’s price for one recurrence, in cents. */
export const priceOf = (plan: Plan, recurrence: string): number => centsOf(plan.value) * monthsOf(recurrence);
