import type { WeeklyHours } from '@balcao/sdk/server';

const day = (
  weekdayEn: WeeklyHours[number]['weekdayEn'],
  weekday: string,
  startTime: string,
  endTime: string,
): WeeklyHours[number] => ({ weekday, weekdayEn, startTime, endTime });

/** Hours of a queue that was created without any. */
export const defaultHours: WeeklyHours = [
  day('monday', 'Segunda-feira', '08:00', '18:00'),
  day('tuesday', 'Terça-feira', '08:00', '18:00'),
  day('wednesday', 'Quarta-feira', '08:00', '18:00'),
  day('thursday', 'Quinta-feira', '08:00', '18:00'),
  day('friday', 'Sexta-feira', '08:00', '18:00'),
  day('saturday', 'Sábado', '08:00', '12:00'),
  day('sunday', 'Domingo', '00:00', '00:00'),
];
