import { sql } from '@balcao/sdk/server';
import type { ContactMove } from '@balcao/contacts/contract';

/** Attendances of a contact that was merged into another. */
export const attendancesMove: ContactMove = {
  id: 'reports',
  async move({ from, to }, scope) {
    await scope.sql.run(sql`update reports.attendance set contact_id = ${to} where contact_id = ${from}`);
  },
};
