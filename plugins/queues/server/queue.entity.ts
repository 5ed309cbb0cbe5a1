import { defineEntity, p, type WeeklyHours } from '@balcao/sdk/server';

/** A queue. The company is filled in by the database. */
export const QueueRow = defineEntity({
  name: 'Queue',
  tableName: 'queue',
  schema: 'queues',
  properties: {
    id: p.integer().primary().autoincrement(),
    companyId: p.integer().fieldName('company_id'),
    name: p.text(),
    color: p.text(),
    greetingMessage: p.text().fieldName('greeting_message').default(''),
    outOfHoursMessage: p.text().fieldName('out_of_hours_message').default(''),
    complationMessage: p.text().fieldName('completion_message').default(''),
    ratingMessage: p.text().fieldName('rating_message').default(''),
    sendDelay: p.integer().fieldName('send_delay').default(0),
    schedules: p.json<WeeklyHours>(),
  },
});
