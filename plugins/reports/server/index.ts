import { definePlugin, z } from '@balcao/sdk/server';
import { contactMove } from '@balcao/contacts/contract';
import { dashboardRoom, reportColumn } from '../contract.ts';
import manifest from '../manifest.ts';
import { migrations, routines } from '../migrations/index.ts';
import { checking } from './check.ts';
import { attendancesMove } from './contact-move.ts';
import { counting } from './count.ts';
import { dashboardRoutes } from './dashboard/dashboard-routes.ts';
import { monthly } from './monthly-mail.ts';
import { exportJobs } from './report/export-job.ts';
import { reportRoutes } from './report/report-routes.ts';
import { satisfactionRoutes } from './report/satisfaction.ts';
import { savedFilterRoutes } from './saved-filters.ts';

export default definePlugin(manifest, {
  migrations,
  routines,
  setup(host) {
    counting(host);
    checking(host);
    dashboardRoutes(host);
    reportRoutes(host);
    exportJobs(host);
    satisfactionRoutes(host);
    savedFilterRoutes(host);
    monthly(host);
    host.open(reportColumn);
    host.room(dashboardRoom, { params: z.object({}), may: (_params, scope) => scope.can('dashboard:view') });
    host.contribute(contactMove, attendancesMove);
  },
});
