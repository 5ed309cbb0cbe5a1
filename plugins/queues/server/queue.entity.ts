import { defineEntity, p } from '@balcao/sdk/server';

/** A department. The company is filled in by the database. */
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
  },
});
