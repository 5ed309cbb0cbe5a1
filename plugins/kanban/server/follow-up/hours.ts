import { isOpenAt, isWithin, type Scope, type WeeklyHours } from '@balcao/sdk/server';
import { companyHours } from '@balcao/companies/contract';

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const daily: WeeklyHours = days.map((weekdayEn) => ({ weekdayEn, startTime: '08:00', endTime: '20:00' }));
const step = 15 * 60_000;
/** Quarters of an hour that are searched: nine days. */
const maxSteps = 9 * 24 * 4;

type IsOpen = (at: Date) => boolean | Promise<boolean>;

/** Returns the next moment from `at` on that is open, by quarters of an hour; after nine closed days `at` itself. */
export const nextOpen = async (at: Date, isOpen: IsOpen): Promise<Date> => {
  if (await isOpen(at)) return at;
  const first = Math.ceil((at.getTime() + 1) / step) * step;
  for (let count = 0; count < maxSteps; count += 1) {
    const moment = new Date(first + count * step);
    if (await isOpen(moment)) return moment;
  }
  return at;
};

/** Returns when something that is due now may be sent, by the company's setting. */
export const allowedFrom = async (scope: Scope, at: Date): Promise<Date> => {
  const setting = scope.settings.get('kanbanFollowUpHours');
  const zone = scope.company.timeZone;
  if (setting === 'always') return at;
  const hours = setting === 'opening' ? scope.find(companyHours) : undefined;
  if (!hours) return nextOpen(at, (moment) => isWithin(daily, moment, zone));
  const week = await hours.find();
  // Asked for the same days again and again, at every quarter of an hour.
  const known = new Map<number, ReturnType<typeof hours.holidayAt>>();
  const holidayAt = (noon: Date): ReturnType<typeof hours.holidayAt> => {
    const found = known.get(noon.getTime()) ?? hours.holidayAt(noon);
    known.set(noon.getTime(), found);
    return found;
  };
  return nextOpen(at, (moment) => isOpenAt(week, moment, zone, holidayAt));
};
